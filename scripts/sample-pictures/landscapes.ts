import { circle, el, type Frame, ground, line, path, range, type Scene, strokeOf, wobble } from './svg.ts';

/** The area below a curve, down to the end of the picture. */
function below({ width, height }: Frame, heightAt: (x: number) => number, fill: string): string {
  const top = range(width / 8 + 1).map((at) => [at * 8, heightAt((at * 8) / width)] as const);
  return path(`${line(top)}L${width} ${height}L0 ${height}Z`, { fill });
}

function stars({ width, height, random }: Frame, count: number): string {
  return range(count)
    .map(() => circle(random() * width, random() * height * 0.7, 0.8 + random() * 1.6, '#fff', 0.3 + random() * 0.6))
    .join('');
}

/** Mountains behind mountains, by day with a sun. */
export const ridges: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const layers = range(5).map((at) => {
    const [slow, fast] = [wobble(random, 3), wobble(random, 6)];
    const base = height * (0.42 + at * 0.13);
    return below(
      frame,
      (x) => base - height * (slow(x * 5 + at) * 0.13 + Math.abs(fast(x * 16)) * 0.06),
      tint(0.76 - at * 0.11, 0.07 + at * 0.015, at * -7),
    );
  });
  return (
    ground(frame, tint(0.9, 0.06, 60), tint(0.86, 0.08, 10), true) +
    circle(width * 0.72, height * 0.34, height * 0.13, tint(0.97, 0.05, 90), 0.95) +
    layers.join('')
  );
};

/** Mountains at night under green light. */
export const aurora: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const curtain = wobble(random, 4);
  const rays = range(width / 7).map((at) => {
    const x = at * 7;
    const foot = height * (0.5 + curtain((x / width) * 6) * 0.16);
    const tall = height * (0.22 + 0.3 * Math.abs(wobble(random, 2)(x)));
    return el('rect', { x, y: foot - tall, width: 7, height: tall, fill: 'url(#ray)', opacity: '0.75' });
  });
  const stops = [
    [0, 0],
    [0.75, 0.65],
    [1, 0],
  ].map(([offset, opacity]) =>
    el('stop', { offset: String(offset), 'stop-color': tint(0.85, 0.2, -30), 'stop-opacity': String(opacity) }),
  );
  const far = wobble(random, 6);
  const near = wobble(random, 5);
  return (
    ground(frame, tint(0.2, 0.07, 80), tint(0.38, 0.09, 20), true) +
    el('linearGradient', { id: 'ray', x1: 0, y1: 0, x2: 0, y2: 1 }, stops) +
    stars(frame, 70) +
    rays.join('') +
    below(frame, (x) => height * (0.7 - far(x * 9) * 0.1), tint(0.24, 0.05, 40)) +
    below(frame, (x) => height * (0.84 - near(x * 7) * 0.08), tint(0.16, 0.03, 40))
  );
};

/** A sea in layers, the moon above it. */
export const waves: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const layers = range(6).map((at) => {
    const phase = random() * 6;
    const heightAt = (x: number) =>
      height * (0.4 + at * 0.11) - Math.sin(x * (7 + at) + phase) * height * 0.045 - Math.sin(x * 3 + phase) * 12;
    const foam = range(width / 8 + 1).map((x) => [x * 8, heightAt((x * 8) / width)] as const);
    return (
      below(frame, heightAt, tint(0.7 - at * 0.075, 0.11, at * 6)) +
      path(line(foam), strokeOf('#fff', 2.5, 0.16 + at * 0.05))
    );
  });
  return (
    ground(frame, tint(0.92, 0.05, 70), tint(0.8, 0.09, 30), true) +
    circle(width * 0.7, height * 0.28, height * 0.12, '#fff', 0.9) +
    layers.join('')
  );
};

/** Contour lines of two hills with a walk between them. */
export const contours: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const hill = (cx: number, cy: number, size: number) => {
    const edge = wobble(random, 4);
    return range(13)
      .toReversed()
      .map((at) => {
        const points = range(73).map((step) => {
          const angle = (step / 72) * Math.PI * 2;
          // Of the angle's sine and cosine, so that the line closes.
          const far = (at + 1) * size * (1 + 0.34 * edge(Math.cos(angle) * 1.6 + Math.sin(angle) * 1.1 + at * 0.06));
          return [cx + Math.cos(angle) * far * 1.25, cy + Math.sin(angle) * far * 0.9] as const;
        });
        return path(`${line(points)}Z`, {
          ...strokeOf('#fff', at % 4 === 0 ? 3 : 1.4, at % 4 === 0 ? 0.75 : 0.45),
          fill: tint(0.66 - at * 0.012, 0.11, 20 - at * 3),
          'fill-opacity': '0.5',
        });
      })
      .join('');
  };
  const trail = wobble(random, 3);
  const walk = range(41).map((at) => {
    const x = at / 40;
    return [width * (0.2 + x * 0.58), height * (0.62 - x * 0.26 + trail(x * 6) * 0.1)] as const;
  });
  const [goalX = 0, goalY = 0] = walk.at(-1) ?? [];
  return (
    ground(frame, tint(0.72, 0.11, 30), tint(0.52, 0.12)) +
    hill(width * 0.26, height * 0.66, height * 0.055) +
    hill(width * 0.76, height * 0.38, height * 0.06) +
    path(line(walk), { ...strokeOf('#fff', 6), 'stroke-dasharray': '1 15' }) +
    circle(goalX, goalY, 16, '#fff') +
    circle(goalX, goalY, 9, tint(0.6, 0.2, -120))
  );
};

/** Rows of tea on a slope, and a mast that sends. */
export const terraces: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const bend = wobble(random, 3);
  const rows = range(12).map((at) => {
    const y = height * (0.36 + at * 0.058);
    const heightAt = (x: number) => y + Math.sin(x * 4 + at * 0.28) * height * 0.07 + bend(x * 4) * 14;
    const bushes = range(width / 26 + 1).map((step) => {
      const x = step * 26 + (at % 2) * 13;
      return circle(x, heightAt(x / width), 11 + at * 0.7, tint(0.72 - at * 0.028, 0.14, at * 2), 0.9);
    });
    return below(frame, heightAt, tint(0.56 - at * 0.022, 0.12, at * 2)) + bushes.join('');
  });
  const [mastX, mastY] = [width * 0.63, height * 0.27];
  const calls = range(3).map((at) => {
    const r = 26 + at * 22;
    return [0, 1]
      .map((side) => {
        const [to, sweep] = side === 0 ? [-1, 0] : [1, 1];
        return path(
          `M${mastX + to * r * 0.7} ${mastY - r * 0.7}A${r} ${r} 0 0 ${sweep} ${mastX + to * r * 0.7} ${mastY + r * 0.7}`,
          strokeOf('#fff', 6, 0.95 - at * 0.25),
        );
      })
      .join('');
  });
  return (
    ground(frame, tint(0.93, 0.06, -40), tint(0.85, 0.09, -20), true) +
    path(`M${mastX} ${mastY}V${height * 0.52}`, strokeOf(tint(0.3, 0.05), 8)) +
    rows.join('') +
    circle(mastX, mastY, 13, '#fff') +
    calls.join('')
  );
};

/** A train with light in its windows, before hills at night. */
export const train: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const hills = range(3).map((at) => {
    const bend = wobble(random, 3);
    return below(
      frame,
      (x) => height * (0.46 + at * 0.1 - bend(x * 5 + at) * 0.1),
      tint(0.42 - at * 0.07, 0.09, at * -8),
    );
  });
  const top = height * 0.47;
  const cars = range(4).map((at) => {
    const x = width * 0.1 + at * 218;
    const windows = range(4).map((each) =>
      el('rect', {
        x: x + 20 + each * 44,
        y: top + 20,
        width: 32,
        height: 34,
        rx: 6,
        fill: each === 2 && at % 2 === 1 ? tint(0.6, 0.04) : tint(0.94, 0.11, -160),
      }),
    );
    return (
      el('rect', { x, y: top, width: 206, height: 88, rx: 16, fill: '#fff' }) +
      el('rect', { x, y: top + 66, width: 206, height: 12, fill: tint(0.62, 0.19, -30) }) +
      windows.join('')
    );
  });
  const tunnel = `M${width} ${height * 0.2}Q${width * 0.83} ${height * 0.22} ${width * 0.83} ${height * 0.7}H${width}Z`;
  return (
    ground(frame, tint(0.26, 0.09, 20), tint(0.55, 0.14, 40), true) +
    stars(frame, 60) +
    circle(width * 0.2, height * 0.2, 34, tint(0.95, 0.04, -160)) +
    hills.join('') +
    path(`M0 ${height * 0.665}H${width}`, strokeOf(tint(0.2, 0.04), 8)) +
    cars.join('') +
    path(tunnel, { fill: tint(0.2, 0.05) }) +
    path(`M0 ${height * 0.69}H${width}V${height}H0Z`, { fill: tint(0.2, 0.05) })
  );
};

/** The moon, stars, and a line on which almost nothing happens. */
export const quietNight: Scene = (frame) => {
  const { width, height, tint } = frame;
  const middle = height * 0.56;
  const beat = `M0 ${middle}H${width * 0.4}l14 -16 16 40 22 -84 24 92 16 -32H${width}`;
  return (
    ground(frame, tint(0.24, 0.08, 20), tint(0.46, 0.14, -20), true) +
    stars(frame, 90) +
    path(`M${width * 0.76} ${height * 0.16}a58 58 0 1 0 58 78a46 46 0 1 1 -58 -78z`, { fill: '#fbeed3' }) +
    path(beat, strokeOf(tint(0.86, 0.13, -90), 16, 0.22)) +
    path(beat, strokeOf(tint(0.9, 0.1, -90), 5))
  );
};
