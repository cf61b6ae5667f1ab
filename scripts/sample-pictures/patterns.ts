import { box, circle, el, type Frame, ground, line, path, range, type Scene, strokeOf, wobble } from './svg.ts';

/** Houses by the sea in the evening; half of the windows have no light. */
export const skyline: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const row = (at: number) => {
    let x = -20 - at * 30;
    let drawn = '';
    while (x < width) {
      const wide = 60 + random() * 70;
      const top = height * (0.3 + at * 0.16 + random() * 0.22);
      drawn += box([x, top, wide, height - top], tint(0.5 - at * 0.14, 0.1, at * -14), { radius: 6 });
      if (at > 0)
        for (let y = top + 18; y < height; y += 30)
          for (let window = x + 14; window < x + wide - 20; window += 26) {
            const isLit = random() < (x < width * 0.55 ? 0.62 : 0.07);
            drawn += box([window, y, 13, 17], isLit ? '#ffd98a' : tint(0.28, 0.06), { radius: 2 });
          }
      x += wide + 5;
    }
    return drawn;
  };
  return (
    ground(frame, tint(0.58, 0.14), tint(0.84, 0.1, 70), true) +
    circle(width * 0.62, height * 0.36, height * 0.15, '#ffe3b8', 0.9) +
    range(3).map(row).join('')
  );
};

/** A map of bus lines, one of them highlighted. */
export const transit: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const step = height / 9;
  const route = (start: number, colour: string, wide: number) => {
    let [x, y] = [-20, start * step];
    const points: [number, number][] = [[x, y]];
    while (x < width + 40) {
      const far = (1.4 + random() * 2.4) * step;
      const turn = y < step * 2 ? 1 : y > height - step * 2 ? -1 : random() < 0.5 ? 1 : -1;
      points.push([x + far, y]);
      x += far + step;
      y += turn * step;
      points.push([x, y]);
    }
    const stops = points
      .filter((_, at) => at % 2 === 1)
      .map(
        ([cx, cy]) =>
          circle(cx - step * 0.5, cy, wide * 0.72, '#fff') + circle(cx - step * 0.5, cy, wide * 0.36, colour),
      );
    return path(line(points), strokeOf(colour, wide)) + stops.join('');
  };
  const blocks = range(60).map(() =>
    box([random() * width, random() * height, 40 + random() * 90, 30 + random() * 50], '#fff', {
      radius: 8,
      opacity: 0.28,
    }),
  );
  const river = wobble(random, 3);
  const shore = range(41).map((at) => [(at / 40) * width, height * (0.6 + river(at / 7) * 0.22)] as const);
  return (
    ground(frame, tint(0.94, 0.03), tint(0.89, 0.05)) +
    blocks.join('') +
    path(line(shore), strokeOf(tint(0.82, 0.09, 60), 54)) +
    route(2, tint(0.62, 0.17, -150), 13) +
    route(7, tint(0.7, 0.14, 90), 13) +
    route(5.5, tint(0.6, 0.17, 120), 13) +
    route(4, tint(0.5, 0.19), 24)
  );
};

/** A voice as bars around the middle. */
export const voice: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const [loud, fine] = [wobble(random, 3), wobble(random, 8)];
  const bars = range(width / 20).map((at) => {
    const x = at / (width / 20);
    const tall =
      14 + height * 0.6 * Math.sin(Math.PI * x) ** 1.4 * (0.25 + 0.75 * Math.abs(loud(x * 9) * 0.6 + fine(x * 30)));
    const isHeard = x < 0.58;
    return box([at * 20 + 5, height / 2 - tall / 2, 11, tall], isHeard ? '#fff' : tint(0.86, 0.09, 20), {
      radius: 5.5,
      opacity: isHeard ? 0.95 : 0.5,
    });
  });
  return ground(frame, tint(0.62, 0.18, 30), tint(0.46, 0.19, -20)) + bars.join('');
};

/** A flame graph: each call stands on its caller. */
export const flames: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const tall = height / 9;
  const call = (x: number, wide: number, depth: number): string => {
    if (wide < 26 || depth > 8) return '';
    const y = height - (depth + 1) * tall;
    let [drawn, at] = [
      box(
        [x + 1.5, y + 1.5, wide - 3, tall - 3],
        tint(0.66 + random() * 0.17, 0.13 + random() * 0.05, random() * 46 - 12),
        {
          radius: 7,
        },
      ),
      x,
    ];
    while (at < x + wide - 26) {
      const next = Math.min(x + wide - at, wide * (0.2 + random() * 0.6));
      if (random() < 0.93 - depth * 0.075) drawn += call(at, next * (0.82 + random() * 0.18), depth + 1);
      at += next;
    }
    return drawn;
  };
  return ground(frame, tint(0.25, 0.04, 20), tint(0.36, 0.09), true) + call(0, width, 0);
};

/** A wall of lamps under rain. */
export const lamps: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const [across, down] = [wobble(random, 3), wobble(random, 3)];
  const step = 24;
  const all = range(height / step).flatMap((row) =>
    range(width / step).map((column) => {
      const glow = Math.max(0, 0.5 + 0.5 * across(column / 7 + row / 11) * 1.3 + 0.4 * down(row / 3 + column / 5));
      const light = Math.min(1, glow * glow);
      return circle(
        column * step + step / 2,
        row * step + step / 2,
        2.5 + light * 7.5,
        tint(0.42 + light * 0.5, 0.16 - light * 0.05, light * 70 - 30),
        0.35 + light * 0.65,
      );
    }),
  );
  return ground(frame, tint(0.18, 0.06), tint(0.24, 0.09, 40)) + all.join('');
};

/** Keys of a keyboard, with a sign of steps on one of them. */
export const keys: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const side = height / 4.1;
  const gap = side * 0.12;
  const rows = range(5).map((row) => {
    let x = -side * (0.3 + row * 0.42);
    let drawn = '';
    for (let column = 0; x < width; column++) {
      const isSpecial = row === 2 && column === 5;
      const wide = side * (random() < 0.1 ? 1.6 : 1);
      const y = row * side - side * 0.35;
      const colour = isSpecial
        ? [tint(0.62, 0.19, 150), tint(0.5, 0.17, 150)]
        : random() < 0.12
          ? [tint(0.78, 0.12, 30), tint(0.64, 0.13, 30)]
          : ['#fff', tint(0.82, 0.05)];
      drawn += box([x, y + 7, wide - gap, side - gap], colour[1] ?? '', { radius: 16 });
      drawn += box([x, y, wide - gap, side - gap - 6], colour[0] ?? '', { radius: 16 });
      if (isSpecial) drawn += steps(x + (wide - gap) / 2, y + (side - gap - 6) / 2, side * 0.09);
      else drawn += box([x + 16, y + 16, 14 + random() * 22, 7], tint(0.6, 0.09), { radius: 3.5, opacity: 0.55 });
      x += wide;
    }
    return drawn;
  });
  return (
    ground(frame, tint(0.6, 0.13), tint(0.45, 0.14, 20)) +
    el('g', { transform: `rotate(-4 ${width / 2} ${height / 2}) scale(1.06)` }, rows)
  );
};

/** The stepped cross of the Andes. */
function steps(cx: number, cy: number, unit: number): string {
  const bars = [
    [1, 3],
    [2, 2],
    [3, 1],
  ].map(([x = 0, y = 0]) => box([cx - x * unit, cy - y * unit, 2 * x * unit, 2 * y * unit], '#fff'));
  return bars.join('') + circle(cx, cy, unit * 0.7, '#0006');
}

/** Painted tiles, as on the houses of Lisbon. */
export const tiles: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const side = height / 2;
  const blues = [tint(0.44, 0.15), tint(0.58, 0.15), tint(0.76, 0.1), tint(0.83, 0.13, -170)];
  const tile = (column: number, row: number) => {
    const [x, y] = [column * side, row * side];
    const [ink, petal] = [blues[Math.floor(random() * 2)] ?? '', blues[1 + Math.floor(random() * 3)] ?? ''];
    const corners = [0, 1, 2, 3].map((turn) =>
      el('g', { transform: `rotate(${turn * 90} ${x + side / 2} ${y + side / 2})` }, [
        path(`M${x} ${y}h${side * 0.42}a${side * 0.42} ${side * 0.42} 0 0 1 ${-side * 0.42} ${side * 0.42}z`, {
          fill: ink,
        }),
        path(`M${x} ${y}h${side * 0.2}a${side * 0.2} ${side * 0.2} 0 0 1 ${-side * 0.2} ${side * 0.2}z`, {
          fill: petal,
        }),
        path(
          `M${x + side / 2} ${y + side / 2}q${side * 0.22} ${-side * 0.06} ${side * 0.3} ${-side * 0.3}q${-side * 0.24} ${side * 0.08} ${-side * 0.3} ${side * 0.3}z`,
          { fill: petal },
        ),
      ]),
    );
    return box([x, y, side, side], '#fff') + corners.join('') + circle(x + side / 2, y + side / 2, side * 0.07, ink);
  };
  const all = range(height / side).flatMap((row) => range(width / side).map((column) => tile(column, row)));
  return all.join('') + grout(frame, side, tint(0.9, 0.03));
};

function grout({ width, height }: Frame, side: number, colour: string): string {
  const down = range(width / side + 1).map((at) => `M${at * side} 0V${height}`);
  const across = range(height / side + 1).map((at) => `M0 ${at * side}H${width}`);
  return path([...down, ...across].join(''), strokeOf(colour, 3));
}
