import { describe, expect, it } from 'vitest';
import { Circuit } from './circuit.ts';

function setup() {
  let time = 0;
  const circuit = new Circuit({ threshold: 3, pauseMs: 500, longestPauseMs: 2000, now: () => time, random: () => 0.5 });
  const fail = (times: number): void => {
    for (let i = 0; i < times; i += 1) circuit.failed();
  };
  return {
    circuit,
    fail,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('a circuit', () => {
  it('opens after so many failures in a row, and a success in between starts the count again', () => {
    const { circuit, fail } = setup();
    fail(2);
    circuit.succeeded();
    fail(2);
    expect(circuit.ask()).toEqual({ allowed: true });
    fail(1);
    expect(circuit.ask()).toEqual({ allowed: false, retryAfterSeconds: 1 });
  });

  it('lets one call try after the pause, and the others wait for its outcome', () => {
    const { circuit, fail, pass } = setup();
    fail(3);
    pass(500);
    expect(circuit.ask().allowed).toBe(true);
    expect(circuit.ask().allowed).toBe(false);
    circuit.succeeded();
    expect(circuit.ask().allowed).toBe(true);
  });

  it('pauses longer after each failed try, up to a bound', () => {
    const { circuit, fail, pass } = setup();
    fail(3);
    for (const pause of [500, 1000, 2000, 2000]) {
      pass(pause - 1);
      expect(circuit.ask().allowed).toBe(false);
      pass(1);
      expect(circuit.ask().allowed).toBe(true);
      fail(1);
    }
  });

  it('spreads its pauses by a quarter to both sides, and says how many seconds are left', () => {
    const waits = [0, 1].map((random) => {
      const circuit = new Circuit({
        threshold: 1,
        pauseMs: 8000,
        longestPauseMs: 8000,
        now: () => 0,
        random: () => random,
      });
      circuit.failed();
      return circuit.ask();
    });
    expect(waits).toEqual([
      { allowed: false, retryAfterSeconds: 6 },
      { allowed: false, retryAfterSeconds: 10 },
    ]);
  });

  it('does not wait for ever for a try that never had an outcome', () => {
    const { circuit, fail, pass } = setup();
    fail(3);
    pass(500);
    circuit.ask();
    pass(500);
    expect(circuit.ask().allowed).toBe(true);
  });

  it('gives the try of a call that ends without an outcome to the next call, and no other', () => {
    const { circuit, fail, pass } = setup();
    fail(3);
    pass(500);
    const given = circuit.ask();
    expect(circuit.ask().allowed).toBe(false);
    if (given.allowed) given.giveBack?.();
    const next = circuit.ask();
    expect(next.allowed).toBe(true);
    fail(1);
    if (next.allowed) next.giveBack?.();
    expect(circuit.ask().allowed, 'an outcome stays').toBe(false);
  });
});
