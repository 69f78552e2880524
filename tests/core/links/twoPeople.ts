import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { LinkVersion } from '../../../contract/app/calls/links/changes.ts'
import { historyResponse } from '../../../contract/service/link/linkChanges.ts'
import type { HistoryEntry } from '../../../contract/service/link/linkChanges.ts'
import { readActiveUntil, revertChanges } from '../../../contract/app/link/change/linkPatch.ts'
import type { LinkPatch } from '../../../contract/app/link/change/linkPatch.ts'
import type { RemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'

/**
 * Number of links that are changed at the same time, and of rounds before a link is replaced: its whole history is
 * read.
 */
const parallelLoops = 4
const roundsPerLink = 50

/** The fields of the link that a user saw and that these changes touch. */
interface SeenState {
  title: string | null
  active: boolean | null
  active_until: string | null
  address: string | null
}

/** A change that was made, and the state that its author saw. */
interface ChangeAttempt {
  seen: SeenState
  version: LinkVersion
  patch: LinkPatch
}

interface Person {
  app: App
  target: ProfileTarget
  link: string
  path: string
  /** The Undo of this user's last change. */
  undo: ChangeAttempt | null
}

/** How many changes were applied, and how many conflicted with a change of the other user. */
interface Counts {
  applied: number
  conflicts: number
}

/**
 * Two apps with a library each make random changes to one link, partly at the same time. Each applied change must be
 * based on the state that its author saw.
 */
export async function runTwoPeople(rounds: number, seed: number): Promise<Counts> {
  const service = await startTestService()
  const folders = [await temporaryFolder(), await temporaryFolder()]
  const apps = await Promise.all(folders.map((folder) => startApp(folder, {}, { pause: instantPause })))
  const counts: Counts = { applied: 0, conflicts: 0 }
  try {
    const people = await Promise.all(
      apps.map(async (app) => ({ app, target: await connectProfile(app, service.origin, service.key) })),
    )
    let remainingRounds = rounds
    const work = async (loop: number) => {
      for (let number = loop; remainingRounds > 0; number += parallelLoops) {
        const share = Math.min(remainingRounds, roundsPerLink)
        remainingRounds -= share
        await runLink(service, people, { rounds: share, random: createRandom(seed + number), counts })
      }
    }
    await Promise.all(Array.from({ length: parallelLoops }, (_, loop) => work(loop)))
  } finally {
    await Promise.all(apps.map(({ core }) => core.close()))
    await service.stop()
    await Promise.all(folders.map(removeFolder))
  }
  return counts
}

interface LinkRun {
  rounds: number
  random: () => number
  counts: Counts
}

async function runLink(
  service: TestService,
  apps: readonly Pick<Person, 'app' | 'target'>[],
  { rounds, random, counts }: LinkRun,
): Promise<void> {
  const [first, second] = apps
  if (!first || !second) throw new Error('There must be two people.')
  const request = { title: 'start', desktop_custom_redirect: { url: 'https://example.com/start' } }
  const record = await first.app.get('links.create', createInput(first.target, request))
  const path = record.path ?? ''
  const { id } = await second.app.get('library.add', { ...second.target, path })
  const anna: Person = { ...first, link: record.id, path, undo: null }
  const ben: Person = { ...second, link: id, path, undo: null }
  const applied: ChangeAttempt[] = []
  const send = async (person: Person, attempt: ChangeAttempt) => {
    const done = await sendAttempt(person, attempt)
    counts[done === 'applied' ? 'applied' : 'conflicts'] += 1
    if (done === 'applied') applied.push(attempt)
  }
  for (let round = 0; round < rounds; round++) {
    const [firstPerson, secondPerson] = random() < 0.5 ? [anna, ben] : [ben, anna]
    const firstAttempt = await decide(firstPerson, random)
    if (random() < 0.3) await send(firstPerson, firstAttempt)
    const isSent = applied.at(-1) === firstAttempt
    const secondAttempt = await decide(secondPerson, random)
    if (isSent) await send(secondPerson, secondAttempt)
    else if (random() < 0.5)
      await Promise.all([send(firstPerson, firstAttempt), send(secondPerson, secondAttempt)])
    else {
      await send(secondPerson, secondAttempt)
      await send(firstPerson, firstAttempt)
    }
  }
  await expectSeen(service, path, applied)
}

/** Reads the link as the window does, and decides what to change. */
async function decide(person: Person, random: () => number): Promise<ChangeAttempt> {
  const { app, link, target, path } = person
  const choice = Math.floor(random() * 6)
  if (choice === 0 && person.undo) return person.undo
  // The shown state is read first: a history that is older than the state is a conflict, never the other way round.
  const current = await app.get('changes.read', { link })
  const seen = toSeenState(current.link)
  const createAttempt = (patch: LinkPatch): ChangeAttempt => ({ seen, version: current.version, patch })
  const uniqueText = randomUUID()
  if (choice === 1) return createAttempt({ active: seen.active === false })
  if (choice === 2)
    return createAttempt({ active_until: seen.active_until === null ? futureTime(random) : null })
  if (choice === 3)
    return createAttempt({ desktop_custom_redirect: { url: `https://example.com/${uniqueText}` } })
  const history = choice === 4 ? ((await app.get('changes.history', { ...target, path }))?.history ?? []) : []
  const shown = history.filter(({ at }) => at <= (current.version.updatedAt ?? ''))
  const back = revertChanges(shown.slice(0, 1 + Math.floor(random() * 3)))
  return createAttempt(Object.keys(back).length > 0 ? back : { title: uniqueText })
}

/** Sends a change as the window would, and remembers how to undo it. */
async function sendAttempt(
  person: Person,
  { patch, version }: ChangeAttempt,
): Promise<'applied' | 'conflict'> {
  const { app, link } = person
  const { change, record } = await app.get('changes.send', { id: randomUUID(), link, version, patch })
  const { state, back, after } = change
  if (state !== 'applied' && state !== 'conflict') throw new Error(JSON.stringify(change))
  const isUndoable = state === 'applied' && back && after && record.stored?.updated_at === after.updatedAt
  person.undo =
    isUndoable && record.stored && Object.keys(back).length > 0
      ? { seen: toSeenState(record.stored), version: after, patch: back }
      : null
  return state
}

function toSeenState(link: RemoteLink): SeenState {
  const { title, active, desktop_custom_redirect: desktop } = link
  return { title, active, active_until: readActiveUntil(link), address: desktop?.url ?? null }
}

/** Checks against the service's own history that each applied change directly follows the state that its author saw. */
async function expectSeen(
  { ask }: TestService,
  path: string,
  applied: readonly ChangeAttempt[],
): Promise<void> {
  const headers = { ENVIRONMENT: 'development' }
  const history: HistoryEntry[] = []
  for (let next: string | null = ''; next !== null;) {
    const response = await ask(`/link/${path}/history?limit=200${next && `&before=${next}`}`, { headers })
    const page = historyResponse.parse(await response.json())
    history.push(...page.history)
    next = page.next
  }
  const state: SeenState = {
    title: 'start',
    active: true,
    active_until: null,
    address: 'https://example.com/start',
  }
  const byVersion = new Map<string | null, SeenState>([[null, { ...state }]])
  let previousAt: string | null = null
  const changes = new Map<string | null, HistoryEntry>()
  for (const entry of history.toReversed()) {
    changes.set(previousAt, entry)
    apply(state, entry)
    byVersion.set(entry.at, { ...state })
    previousAt = entry.at
  }
  const effective = applied.filter((attempt) => {
    const base = byVersion.has(attempt.version.updatedAt) ? attempt.version.updatedAt : null
    // This version's state is the one that its author saw.
    expect(attempt.seen).toEqual(byVersion.get(base))
    return !isSame(attempt)
  })
  // Each acknowledged change is stored, and no two are based on the same state: nothing was overwritten unseen.
  const bases = effective.map(({ version: { updatedAt } }) => (byVersion.has(updatedAt) ? updatedAt : null))
  expect(new Set(bases).size).toBe(bases.length)
  expect(history).toHaveLength(effective.length)
  for (const base of bases) expect(changes.has(base)).toBe(true)
}

/** Whether a change has no effect, so that the history doesn't list it. */
function isSame({ seen, patch }: ChangeAttempt): boolean {
  const { desktop_custom_redirect: desktop, ...fields } = patch
  const changed = { ...seen, ...fields, ...(desktop !== undefined && { address: desktop?.url ?? null }) }
  return JSON.stringify(changed) === JSON.stringify(seen)
}

function apply(state: SeenState, { fields }: HistoryEntry): void {
  for (const [name, { to }] of Object.entries(fields)) {
    if (name === 'desktop_custom_redirect') state.address = (to as { url: string } | null)?.url ?? null
    else Object.assign(state, { [name]: to })
  }
}

function futureTime(random: () => number): string {
  return new Date(Date.UTC(2100, 0, 1) + Math.floor(random() * 1e6) * 60_000).toISOString()
}

/** Returns a generator of numbers from 0 to 1 that are the same for one seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
