import { setImmediate as endOfTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { immediateGroupSize, Batcher } from '../../../service/store/batcher.ts'

/** Work that ends on request, and the sizes of the groups it received. */
function createPendingWork() {
  const sizes: number[] = []
  const finishers: (() => void)[] = []
  const work = async (items: string[]) => {
    sizes.push(items.length)
    await new Promise<void>((resolve) => finishers.push(resolve))
    return items
  }
  return { sizes, work, end: () => finishers.shift()?.() }
}

function runMany(groups: Batcher<string, string>, count: number): Promise<string>[] {
  return Array.from({ length: count }, (_, index) => groups.run(String(index)))
}

describe('the batcher', () => {
  it('the batcher runs waiting items at the end of the turn, or immediately if they fill a group', async () => {
    const { sizes, work, end } = createPendingWork()
    const groups = new Batcher(1, work)
    const firstItems = runMany(groups, 3)
    expect(sizes).toEqual([])
    await endOfTurn()
    expect(sizes).toEqual([3])
    const moreItems = runMany(groups, immediateGroupSize)
    end()
    await Promise.all(firstItems)
    expect(sizes).toEqual([3, immediateGroupSize])
    end()
    expect(await Promise.all(moreItems)).toHaveLength(immediateGroupSize)
    void runMany(groups, immediateGroupSize)
    expect(sizes).toEqual([3, immediateGroupSize, immediateGroupSize])
  })

  it('the batcher starts a second group beside the first only if it is full, and loses no items', async () => {
    const { sizes, work, end } = createPendingWork()
    const groups = new Batcher(2, work, immediateGroupSize)
    const first = runMany(groups, immediateGroupSize)
    const waitingItems = runMany(groups, immediateGroupSize - 1)
    await endOfTurn()
    expect(sizes).toEqual([immediateGroupSize])
    const lastItem = groups.run('last')
    expect(sizes).toEqual([immediateGroupSize, immediateGroupSize])
    const lateItem = groups.run('late')
    await endOfTurn()
    end()
    await Promise.all(first)
    expect(sizes).toEqual([immediateGroupSize, immediateGroupSize])
    end()
    expect(await Promise.all([...waitingItems, lastItem])).toHaveLength(immediateGroupSize)
    expect(sizes).toEqual([immediateGroupSize, immediateGroupSize, 1])
    end()
    expect(await lateItem).toBe('late')
  })

  it('the batcher starts a second group of any size without a minimum', async () => {
    const { sizes, work } = createPendingWork()
    const groups = new Batcher(2, work)
    void runMany(groups, immediateGroupSize)
    void groups.run('beside')
    await endOfTurn()
    expect(sizes).toEqual([immediateGroupSize, 1])
  })
})
