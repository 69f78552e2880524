let turn: Promise<void> | null = null

/**
 * Resolves when everything that had arrived in this turn of the event loop has been read. Answers that wait for it leave
 * right after one another: only the first one finds its receiver asleep, and waking one costs as much as the answer.
 */
export function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = null
      resolve()
    }),
  )
  return turn
}
