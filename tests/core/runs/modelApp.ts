import type { Client, CreateOutcome } from '../../../core/client/client.ts'
import { runLifecycleHandlers } from '../../../core/handlers/runLifecycle.ts'
import { createInFlight } from '../../../core/inFlight.ts'
import { createJobs } from '../../../core/jobs.ts'
import type { Database } from '../../../core/library/openDatabase.ts'
import { createRecords } from '../../../core/library/records.ts'
import { createRuns } from '../../../core/library/runs/runs.ts'
import { createLibrarySchemes } from '../../../core/library/schemes.ts'
import { createSendQueue } from '../../../core/library/runs/sendQueue.ts'
import { interruptedCompletion } from '../../../core/links/create/conclude.ts'
import { createLongWork } from '../../../core/longWork.ts'
import { createNotices } from '../../../core/notices.ts'
import { createSleep } from '../../../core/sleep.ts'
import { fail, ok } from '../../../contract/app/problems/result.ts'
import { instantPause } from '../harness/app.ts'

/** How a service ends a create. */
export const answers = ['made', 'madeUnheard', 'lost', 'refused', 'broken', 'busy'] as const
export type Answer = (typeof answers)[number]

/** A service that answers on request, and checks what it receives. */
export interface ModelService {
  stored: Map<string, string>
  /** Creates that were sent too early, or that could create a second link. */
  violations: string[]
  generate: Client['generate']
  /** Maximum number of concurrent creates; 0 if none may be sent now. */
  maxConcurrentCreates: () => number
  /** Ends the create that has waited longest. */
  answer: (how: Answer) => void
  /** Creates all links that wait, and all later ones at once. */
  createAll: () => void
  /** Whether the answers are no longer awaited. */
  forget: () => void
}

export function createModelService(isOurs: boolean): ModelService {
  const stored = new Map<string, string>()
  const violations: string[] = []
  /** By title: the key of each create that may have created a link. */
  const doubtful = new Map<string, string>()
  let openCreates: { title: string; key: string; end: (generated: CreateOutcome) => void }[] = []
  let isCreatingAll = false
  const announced = isOurs ? true : null

  const make = (title: string): CreateOutcome => {
    stored.set(title, `https://l.example/${title.replace(' ', '')}`)
    return { state: 'created', link: stored.get(title) ?? '', announced }
  }
  const createFailure = (code: 'request_refused' | 'service_failed' | 'throttled'): CreateOutcome => {
    return { state: 'failed', problem: { code }, announced }
  }
  const lost: CreateOutcome = { state: 'unknown', problem: { code: 'connection_lost' }, announced: null }
  const outcomes: Record<Answer, (title: string) => CreateOutcome> = {
    made: make,
    madeUnheard: (title) => (make(title), lost),
    lost: () => lost,
    refused: () => createFailure('request_refused'),
    broken: () => createFailure('service_failed'),
    busy: () => createFailure('throttled'),
  }
  const answer = (how: Answer) => {
    const next = openCreates.shift()
    if (!next) return
    const { title, key, end } = next
    const generated = stored.has(title) && how !== 'lost' ? make(title) : outcomes[how](title)
    // A rejected body was also rejected in earlier attempts with the same key. Other failures don't resolve doubt.
    if (isOurs && doubtful.get(title) === key && how === 'refused' && !stored.has(title))
      doubtful.delete(title)
    else if (generated.state !== 'failed') doubtful.set(title, key)
    end(generated)
  }
  const service: ModelService = {
    stored,
    violations,
    maxConcurrentCreates: () => 0,
    generate: (_, { body, idempotencyKey: key }) => {
      const title = body.title ?? ''
      const doubtfulKey = doubtful.get(title)
      if (doubtfulKey !== undefined && !(isOurs && doubtfulKey === key))
        violations.push(`${title} is sent again.`)
      const concurrent = openCreates.filter((create) => !doubtful.has(create.title)).length
      if (doubtfulKey === undefined && concurrent >= service.maxConcurrentCreates())
        violations.push(`${title} is sent out of turn.`)
      return new Promise((end) => {
        openCreates.push({ title, key, end })
        if (isCreatingAll) answer('made')
      })
    },
    answer,
    createAll: () => {
      isCreatingAll = true
      while (openCreates.length > 0) answer('made')
    },
    forget: () => {
      for (const { title, key } of openCreates) doubtful.set(title, key)
      openCreates = []
    },
  }
  return service
}

/** The part of the app that sends runs, on a library on the test's own thread, until it is ended normally or killed. */
export function startModelApp(database: Database, service: ModelService, isOurs: boolean) {
  const records = createRecords(database)
  const runs = createRuns(database)
  records.settlePending(interruptedCompletion.problem)
  runs.settleInterrupted()
  let isDead = false
  const bugs: unknown[] = []
  const inFlight = createInFlight(instantPause)
  const longWork = createLongWork()
  const reportBug = (_: string, error: unknown) => void bugs.push(error)
  /** Like calls to the library's thread: a dead app receives no more results. */
  const remote = (subject: object) =>
    new Proxy(subject, {
      get:
        (_, name) =>
        (...input: unknown[]) =>
          isDead
            ? never()
            : Promise.resolve().then(() =>
                (subject as Record<PropertyKey, (...values: unknown[]) => unknown>)[name]?.(...input),
              ),
    }) as never
  const profile = { id: 'p', kind: 'remote', name: 'Shop', baseUrl: 'http://s', linkHosts: ['l.example'] }
  const destination = { profile, baseUrl: 'http://s', environment: 'production', key: 'k' }
  const parts: Parameters<typeof runLifecycleHandlers>[0] = {
    sleep: createSleep(),
    notices: createNotices(),
    records: remote(records),
    runs: remote(runs),
    schemes: remote(createLibrarySchemes(database.sql)),
    sending: remote(createSendQueue(database)),
    linkChanges: remote({}),
    changeQueue: remote({}),
    settings: { get: () => ({ profiles: [profile], confirmedSchemes: {} }) } as never,
    services: { has: () => (isOurs ? true : null) } as never,
    destination: () => Promise.resolve(ok(destination)),
    client: {
      generate: (to, create) => (isDead ? never() : service.generate(to, create)),
      until: () => {
        throw new Error('A run is not cancelled by a call.')
      },
      list: never,
      invite: never,
      checkPaths: () => Promise.resolve(fail({ code: 'paths_not_offered' })),
      lookup: () => Promise.resolve(fail({ code: 'link_not_found' })),
      announces: () => Promise.resolve(isOurs),
      visits: never,
      change: never,
      history: never,
      lookupMany: never,
      rules: never,
      visitLines: never,
    },
    inFlight,
    longWork,
    jobs: createJobs({ longWork, inFlight, reportBug }),
    rowChecks: {
      checkAll: () => Promise.resolve(),
      settled: () => Promise.resolve(),
      checkIfReset: () => undefined,
    },
    pathChecks: { begin: () => undefined, settle: () => Promise.resolve() },
    reportBug,
  }
  return {
    bugs,
    runs,
    handlers: runLifecycleHandlers(parts),
    /** Ends the app normally, and answers the requests in flight with `how`. */
    end: async (how: Answer) => {
      inFlight.stop()
      const state = { isIdle: false }
      void inFlight.idle().then(() => Object.assign(state, { isIdle: true }))
      while (!state.isIdle) {
        service.answer(how)
        await new Promise(setImmediate)
      }
    },
    kill: () => {
      isDead = true
      service.forget()
    },
  }
}

const never = () => new Promise<never>(() => undefined)
