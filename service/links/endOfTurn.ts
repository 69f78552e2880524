let waiting: (() => void)[] = []

/**
 * Calls back when everything that had arrived in this turn of the event loop has been read. Answers that wait for it leave
 * right after one another: only the first one finds its receiver asleep, and waking one costs as much as the answer. What
 * is called must not throw.
 */
export function atEndOfTurn(call: () => void): void {
  if (waiting.length === 0) setImmediate(callAll)
  waiting.push(call)
}

function callAll(): void {
  const calls = waiting
  waiting = []
  for (const call of calls) call()
}
