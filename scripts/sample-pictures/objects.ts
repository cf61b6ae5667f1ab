import { box, circle, el, ground, line, path, range, type Scene, strokeOf } from './svg.ts';

const turned = (degrees: number, x: number, y: number, children: readonly string[]) =>
  el('g', { transform: `translate(${x} ${y}) rotate(${degrees})` }, children);

/** A soft shadow of a box, as three boxes: a filter would make the picture larger. */
const shadow = (x: number, y: number, width: number, height: number, radius: number) =>
  [14, 9, 4]
    .map((more) =>
      box([x - more, y - more + 12, width + 2 * more, height + 2 * more], '#10142a', {
        radius: radius + more,
        opacity: 0.06,
      }),
    )
    .join('');

/** Three forms; the middle one says what is wrong beside the field. */
export const forms: Scene = (frame) => {
  const { width, height, tint } = frame;
  const field = (y: number, filled: number, state: 'empty' | 'wrong' | 'right') => {
    const edge = { empty: tint(0.82, 0.04), wrong: tint(0.62, 0.2, 110), right: tint(0.6, 0.16, -110) }[state];
    const sign =
      state === 'right'
        ? path(`M258 ${y + 38}l7 8 14 -17`, strokeOf(edge, 5))
        : state === 'wrong'
          ? path(`M268 ${y + 26}v12M268 ${y + 48}v.1`, strokeOf(edge, 5)) +
            box([36, y + 68, 150, 9], edge, { radius: 4.5 })
          : '';
    return (
      box([36, y, 84, 9], tint(0.5, 0.03), { radius: 4.5 }) +
      el('rect', { x: 36, y: y + 18, width: 262, height: 40, rx: 11, fill: '#fff', stroke: edge, 'stroke-width': 3 }) +
      box([54, y + 33, filled, 10], tint(0.35, 0.05), { radius: 5 }) +
      sign
    );
  };
  const form = (degrees: number, x: number, y: number, opacity: number) =>
    turned(degrees, x, y, [
      el('g', { opacity: String(opacity) }, [
        shadow(0, 0, 334, 380, 26),
        box([0, 0, 334, 380], '#fff', { radius: 26 }),
        box([36, 34, 160, 16], tint(0.3, 0.06), { radius: 8 }),
        field(78, 140, 'right'),
        field(160, 96, 'wrong'),
        field(258, 0, 'empty'),
        box([186, 332, 112, 26], tint(0.5, 0.19), { radius: 10 }),
      ]),
    ]);
  return (
    ground(frame, tint(0.8, 0.1, 24), tint(0.58, 0.17, -12)) +
    form(-9, 46, height * 0.26, 0.75) +
    form(9, width - 372, height * 0.16, 0.75) +
    form(0, width / 2 - 167, height * 0.5 - 190, 1)
  );
};

/** Two columns of amounts that balance. */
export const ledger: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const rows = range(9).map((at) => {
    const y = 44 + at * 54;
    const amount = 60 + random() * 220;
    const colour = at === 4 ? tint(0.82, 0.15, -60) : '#fff';
    return (
      path(`M0 ${y + 30}H${width}`, strokeOf('#fff', 1.5, 0.25)) +
      box([width / 2 - 34 - amount, y, amount, 20], colour, { radius: 10, opacity: 0.95 }) +
      box([width / 2 + 34, y, amount, 20], colour, { radius: 10, opacity: 0.72 }) +
      path(`M${width / 2 - 9} ${y + 6}h18M${width / 2 - 9} ${y + 14}h18`, strokeOf('#fff', 3.5, 0.9))
    );
  });
  return (
    ground(frame, tint(0.46, 0.12), tint(0.34, 0.1, 30)) +
    box([width / 2 - 26, 0, 52, height], tint(0.3, 0.09), { opacity: 0.45 }) +
    rows.join('')
  );
};

/** Eggs in a row; one is open and holds a program. */
export const eggs: Scene = (frame) => {
  const { width, height, tint } = frame;
  const egg = (at: number) => {
    const x = width * (0.1 + at * 0.2);
    const y = height * 0.5;
    const shell = 'M0 -118C66 -118 96 -20 96 28A96 92 0 0 1 -96 28C-96 -20 -66 -118 0 -118Z';
    const isOpen = at === 2;
    return turned(isOpen ? 0 : at % 2 === 0 ? -7 : 7, x, y, [
      el('ellipse', { cx: 0, cy: 128, rx: 78, ry: 13, fill: '#10142a', 'fill-opacity': '0.14' }),
      path(shell, { fill: isOpen ? '#fff' : tint(0.93, 0.035, at * 9) }),
      isOpen
        ? circle(0, 20, 62, tint(0.83, 0.16, 20)) +
          path(
            'M-18 -12q-14 0 -14 14v6q0 11 -9 11q9 0 9 11v6q0 14 14 14M18 -12q14 0 14 14v6q0 11 9 11q-9 0 -9 11v6q0 14 -14 14',
            strokeOf('#fff', 9),
          )
        : path('M-50 -18Q-40 -72 -8 -92', strokeOf('#fff', 12, 0.75)),
    ]);
  };
  return ground(frame, tint(0.78, 0.12, 10), tint(0.62, 0.15, -26), true) + range(5).map(egg).join('');
};

/** Steps of colours, each with the sign of its contrast. */
export const swatches: Scene = (frame) => {
  const { width, height, tint } = frame;
  const side = height / 5;
  const all = range(5).flatMap((row) =>
    range(width / side + 1).map((column) => {
      const lightness = 0.93 - row * 0.16;
      const colour = tint(lightness, 0.045 + 0.12 * Math.sin(((row + 1) / 6) * Math.PI), column * 21 - 90);
      const ink = lightness > 0.62 ? '#10142a' : '#fff';
      const [x, y] = [column * side, row * side];
      return (
        box([x + 7, y + 7, side - 14, side - 14], colour, { radius: 24 }) +
        ((column * 3 + row * 2) % 5 === 0
          ? path(
              `M${x + side * 0.38} ${y + side * 0.52}l${side * 0.09} ${side * 0.1} ${side * 0.17} ${-side * 0.21}`,
              strokeOf(ink, 7, 0.8),
            )
          : '')
      );
    }),
  );
  return ground(frame, '#ffffff', tint(0.96, 0.01)) + all.join('');
};

/** Steps of a build; the way to the one that was made again is highlighted. */
export const graph: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const columns = 6;
  const place = (column: number, row: number) =>
    [width * (0.07 + column * 0.172), height * (0.14 + row * 0.18 + (column % 2) * 0.09)] as const;
  const way = [2, 1, 2, 2, 1, 2];
  const edge = ([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number], isWay: boolean) =>
    path(
      `M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`,
      isWay ? strokeOf(tint(0.9, 0.13, -120), 8) : strokeOf('#fff', 2.5, 0.28),
    );
  const edges = range(columns - 1).flatMap((column) =>
    range(5).flatMap((row) =>
      range(5)
        .filter((to) => Math.abs(to - row) < 2 && random() < 0.45)
        .map((to) => edge(place(column, row), place(column + 1, to), false)),
    ),
  );
  const chosen = way.slice(1).map((row, at) => edge(place(at, way[at] ?? 0), place(at + 1, row), true));
  const nodes = range(columns).flatMap((column) =>
    range(5).map((row) => {
      const [x, y] = place(column, row);
      const isWay = way[column] === row;
      const wide = isWay ? 92 : 66;
      return (
        box([x - wide / 2, y - 17, wide, 34], isWay ? '#fff' : tint(0.62, 0.13), { radius: 17 }) +
        box([x - wide / 2 + 16, y - 4, wide - 44, 8], isWay ? tint(0.4, 0.12) : '#fff', {
          radius: 4,
          opacity: isWay ? 1 : 0.6,
        }) +
        circle(x + wide / 2 - 17, y, 6, isWay ? tint(0.72, 0.18, -120) : '#fff', isWay ? 1 : 0.6)
      );
    }),
  );
  return ground(frame, tint(0.42, 0.15), tint(0.3, 0.11, 40)) + [...edges, ...chosen, ...nodes].join('');
};

/** Five servers that agree, on a sea. */
export const raft: Scene = (frame) => {
  const { width, height, tint } = frame;
  const places = range(5).map((at) => {
    const angle = (at / 5) * Math.PI * 2 - Math.PI / 2;
    return [width / 2 + Math.cos(angle) * 250, height * 0.47 + Math.sin(angle) * 128] as const;
  });
  const links = places.flatMap((from, at) =>
    places.slice(at + 1).map((to) =>
      path(line([from, to]), {
        ...strokeOf('#fff', at === 0 ? 6 : 2.5, at === 0 ? 0.95 : 0.35),
        ...(at === 0 && { 'stroke-dasharray': '2 16' }),
      }),
    ),
  );
  const nodes = places.map(([x, y], at) => {
    const r = at === 0 ? 50 : 38;
    const colour = at === 0 ? tint(0.86, 0.14, -130) : '#fff';
    const rows = range(3).map((row) =>
      box([x - r * 0.46, y - r * 0.36 + row * r * 0.3, r * (row === 2 ? 0.56 : 0.92), r * 0.15], tint(0.42, 0.12), {
        radius: 3,
      }),
    );
    return circle(x, y + 8, r, '#10142a', 0.16) + circle(x, y, r, colour) + rows.join('');
  });
  const sea = range(4).map((at) => {
    const points = range(width / 8 + 1).map(
      (x) => [x * 8, height * (0.62 + at * 0.11) + Math.sin(x * 0.085 + at * 1.9) * 15] as const,
    );
    return path(`${line(points)}L${width} ${height}L0 ${height}Z`, {
      fill: tint(0.58 - at * 0.08, 0.12, at * 8),
      'fill-opacity': '0.75',
    });
  });
  return ground(frame, tint(0.82, 0.09, 20), tint(0.66, 0.13), true) + sea.join('') + links.join('') + nodes.join('');
};

/** Punched cards. */
export const cards: Scene = (frame) => {
  const { width, height, random, tint } = frame;
  const card = (degrees: number, x: number, y: number, shade: number) => {
    const holes = range(44).flatMap((column) =>
      range(10)
        .filter(() => random() < 0.17)
        .map((row) => box([44 + column * 14, 48 + row * 24, 7, 15], tint(0.38, 0.08, -20), { radius: 1.5 })),
    );
    return turned(degrees, x, y, [
      shadow(0, 0, 700, 312, 14),
      path('M46 0H686a14 14 0 0 1 14 14V298a14 14 0 0 1 -14 14H14a14 14 0 0 1 -14 -14V46Z', {
        fill: tint(shade, 0.055),
      }),
      ...range(10).map((row) => path(`M36 ${55 + row * 24}H664`, strokeOf(tint(shade - 0.12, 0.06), 1.2))),
      box([44, 20, 190, 9], tint(0.5, 0.08), { radius: 4.5, opacity: 0.6 }),
      ...holes,
    ]);
  };
  return (
    ground(frame, tint(0.6, 0.1, -30), tint(0.42, 0.1, -60)) +
    card(-11, width * 0.02, height * 0.34, 0.86) +
    card(6, width * 0.2, height * 0.06, 0.9) +
    card(-2, width * 0.14, height * 0.24, 0.95)
  );
};

/** Two lists become the same list. */
export const lists: Scene = (frame) => {
  const { width, height, tint } = frame;
  const middle = height / 2;
  const phone = (x: number, tilt: number, done: readonly boolean[]) =>
    turned(tilt, x, middle, [
      shadow(-125, -215, 250, 430, 36),
      box([-125, -215, 250, 430], tint(0.24, 0.05), { radius: 36 }),
      box([-112, -202, 224, 404], '#fff', { radius: 26 }),
      box([-88, -172, 110, 16], tint(0.32, 0.07), { radius: 8 }),
      ...done.map((isDone, at) => {
        const y = -112 + at * 62;
        return (
          circle(-72, y, 16, isDone ? tint(0.6, 0.16) : tint(0.92, 0.03)) +
          (isDone ? path(`M-79 ${y}l5 6 10 -12`, strokeOf('#fff', 4)) : '') +
          box([-42, y - 6, 60 + ((at * 37) % 70), 12], tint(isDone ? 0.78 : 0.42, 0.04), { radius: 6 })
        );
      }),
    ]);
  const flow = [-70, 0, 70].map((dy, at) =>
    path(
      `M${width * 0.33} ${middle + dy}C${width * 0.46} ${middle + dy} ${width * 0.54} ${middle - dy} ${width * 0.67} ${middle - dy}`,
      {
        ...strokeOf(at === 1 ? tint(0.95, 0.08, -100) : '#fff', 9, at === 1 ? 1 : 0.7),
        'stroke-dasharray': '2 20',
      },
    ),
  );
  return (
    ground(frame, tint(0.74, 0.13, 30), tint(0.52, 0.15, -15)) +
    flow.join('') +
    phone(width * 0.22, -5, [true, true, false, true, false]) +
    phone(width * 0.78, 5, [true, true, false, true, false])
  );
};

/** A plan of a query as a tree of boxes; the widest part takes longest. */
export const plan: Scene = (frame) => {
  const { width, height, tint } = frame;
  const levels = [
    [[0.5, 0.22, 0]],
    [
      [0.3, 0.2, 0],
      [0.72, 0.26, 1],
    ],
    [
      [0.17, 0.16, 0],
      [0.4, 0.14, 0],
      [0.72, 0.36, 2],
    ],
  ] as const;
  const y = (level: number) => height * (0.24 + level * 0.27);
  const parents = [[0], [0, 0], [0, 0, 1]];
  const edges = levels.flatMap((boxes, level) =>
    boxes.map(([x], at) => {
      const parent = levels[level - 1]?.[parents[level]?.[at] ?? 0];
      if (!parent) return '';
      const [x1, x2] = [parent[0] * width, x * width];
      const half = (y(level - 1) + y(level)) / 2;
      return path(
        `M${x1} ${y(level - 1)}C${x1} ${half} ${x2} ${half} ${x2} ${y(level)}`,
        strokeOf('#fff', 4 + (boxes[at]?.[2] ?? 0) * 6, 0.55),
      );
    }),
  );
  const nodes = levels.flatMap((boxes, level) =>
    boxes.map(([x, share, heat]) => {
      const wide = share * width;
      const left = x * width - wide / 2;
      const colour = ['#fff', tint(0.88, 0.1, 110), tint(0.7, 0.18, 85)][heat] ?? '';
      return (
        shadow(left, y(level) - 36, wide, 72, 18) +
        box([left, y(level) - 36, wide, 72], colour, { radius: 18 }) +
        box([left + 24, y(level) - 16, wide * 0.42, 12], tint(0.3, 0.08), { radius: 6 }) +
        box([left + 24, y(level) + 8, (wide - 48) * ([0.25, 0.5, 0.96][heat] ?? 0), 9], tint(0.3, 0.08), {
          radius: 4.5,
          opacity: 0.45,
        })
      );
    }),
  );
  return ground(frame, tint(0.6, 0.15), tint(0.42, 0.14, 40)) + [...edges, ...nodes].join('');
};
