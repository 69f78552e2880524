import { setImmediate as endOfTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { enough, Batcher } from '../../../service/store/batcher.ts'

/** Work that ends when it is told to, and the sizes of the groups that it was given. */
function heldWork() {
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

describe('what waits for the database', () => {
  it('goes together at the end of the turn, or as soon as it is worth a group', async () => {
    const { sizes, work, end } = heldWork()
    const groups = new Batcher(1, work)
    const few = many(groups, 3)
    expect(sizes).toEqual([])
    await endOfTurn()
    expect(sizes).toEqual([3])
    const more = many(groups, enough)
    end()
    await Promise.all(few)
    expect(sizes).toEqual([3, enough])
    end()
    expect(await Promise.all(more)).toHaveLength(enough)
    void many(groups, enough)
    expect(sizes).toEqual([3, enough, enough])
  })

  it('begins a second group beside the first only when that is worth it, and loses nothing that waits', async () => {
    const { sizes, work, end } = heldWork()
    const groups = new Batcher(2, work, enough)
    const first = many(groups, enough)
    const waiting = many(groups, enough - 1)
    await endOfTurn()
    expect(sizes).toEqual([enough])
    const last = groups.run('last')
    expect(sizes).toEqual([enough, enough])
    const late = groups.run('late')
    await endOfTurn()
    end()
    await Promise.all(first)
    expect(sizes).toEqual([enough, enough])
    end()
    expect(await Promise.all([...waiting, last])).toHaveLength(enough)
    expect(sizes).toEqual([enough, enough, 1])
    end()
    expect(await late).toBe('late')
  })

  it('begins any second group where none is too small', async () => {
    const { sizes, work } = heldWork()
    const groups = new Batcher(2, work)
    void many(groups, enough)
    void groups.run('beside')
    await endOfTurn()
    expect(sizes).toEqual([enough, 1])
  })
})
