/** Gathers what comes while the last portion is being worked on, so that many small writes cost as few as they can. */
export function createBatch<T>(work: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: T[] = []
  let underWay: Promise<void> = Promise.resolve()
  let following: Promise<void> | null = null
  const workOff = () => {
    const items = waiting
    waiting = []
    following = null
    return work(items)
  }
  return (item) => {
    waiting.push(item)
    // What fails concerns those who wait for it; the next portion is tried all the same.
    following ??= underWay.then(workOff, workOff)
    underWay = following
    return following
  }
}
