// Measures functions in turns.

// Returns the shortest time of each function in nanoseconds, measured for `milliseconds` in all. They take turns, so that
// disturbances affect all of them.
export function measure(functions, milliseconds) {
  const time = (work, times) => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < times; i++) work();
    return Number(process.hrtime.bigint() - start) / times;
  };
  const times = functions.map((work) => {
    time(work, 3);
    const once = time(work, 3);
    // Functions that are called often are compiled better.
    time(work, Math.min(5000, Math.ceil(20e6 / once)));
    return Math.max(1, Math.ceil(200_000 / time(work, 3)));
  });
  const best = functions.map(() => Infinity);
  const end = performance.now() + milliseconds;
  do {
    functions.forEach((work, i) => (best[i] = Math.min(best[i], time(work, times[i]))));
  } while (performance.now() < end);
  return best;
}
