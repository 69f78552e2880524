import { setImmediate as endOfTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { immediateGroupSize, Batcher } from '../../../service/store/batcher.ts'

/** Work that ends on request, and the sizes of the groups it received. */
function createHeldWork() {
  const sizes: number[] = []
  const ends: (() => void)[] = []
  const work = async (items: string[]) => {
    sizes.push(items.length)
    await new Promise<void>((resolve) => ends.push(resolve))
    return items
  }
  return { sizes, work, end: () => ends.shift()?.() }
}

function many(groups: Batcher<string, string>, count: number): Promise<string>[] {
  return Array.from({ length: count }, (_, index) => groups.run(String(index)))
}

describe('the batcher', () => {
  it('the batcher runs waiting items at the end of the turn, or immediately if they fill a group', async () => {
    const { sizes, work, end } = createHeldWork()
    const groups = new Batcher(1, work)
    const few = many(groups, 3)
    expect(sizes).toEqual([])
    await endOfTurn()
    expect(sizes).toEqual([3])
    const more = many(groups, immediateGroupSize)
    end()
    await Promise.all(few)
    expect(sizes).toEqual([3, immediateGroupSize])
    end()
    expect(await Promise.all(more)).toHaveLength(immediateGroupSize)
    void many(groups, immediateGroupSize)
    expect(sizes).toEqual([3, immediateGroupSize, immediateGroupSize])
  })

  it('the batcher starts a second group beside the first only if it is full, and loses no items', async () => {
    const { sizes, work, end } = createHeldWork()
    const groups = new Batcher(2, work, immediateGroupSize)
    const first = many(groups, immediateGroupSize)
    const waiting = many(groups, immediateGroupSize - 1)
    await endOfTurn()
    expect(sizes).toEqual([immediateGroupSize])
    const last = groups.run('last')
    expect(sizes).toEqual([immediateGroupSize, immediateGroupSize])
    const late = groups.run('late')
    await endOfTurn()
    end()
    await Promise.all(first)
    expect(sizes).toEqual([immediateGroupSize, immediateGroupSize])
    end()
    expect(await Promise.all([...waiting, last])).toHaveLength(immediateGroupSize)
    expect(sizes).toEqual([immediateGroupSize, immediateGroupSize, 1])
    end()
    expect(await late).toBe('late')
  })

  it('the batcher starts a second group of any size without a minimum', async () => {
    const { sizes, work } = createHeldWork()
    const groups = new Batcher(2, work)
    void many(groups, immediateGroupSize)
    void groups.run('beside')
    await endOfTurn()
    expect(sizes).toEqual([immediateGroupSize, 1])
  })
})
