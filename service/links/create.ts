import { createHash } from 'node:crypto'
import type { AppPlatform } from '../../contract/service/appLinks/matching/evaluate.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { foldPath } from '../../contract/service/path/ownPath.ts'
import type { AppTarget } from '../../contract/service/redirect/engine.ts'
import { webHost } from '../../contract/service/link/target.ts'
import { ownPathKey } from '../store/links/links.ts'
import type { IdempotencyUse, LinkContent, LinkOwner, LinkRow } from '../store/links/links.ts'
import type { EarlierCreate } from '../store/links/links.ts'
import type { Store } from '../store/store.ts'
import type { LinkLocation } from './address.ts'
import { isPathTaken } from './ownership.ts'
import { addPathClass } from './pathClass.ts'
import { countDaily, secondsLeftToday } from './dailyCounts.ts'
import { createIdentityGenerator, type IdentityGenerator, type LinkIdentity } from '../random/identity.ts'

/** How long an idempotency key is valid, in milliseconds. */
export const idempotencyMs = 24 * 60 * 60 * 1_000

/**
 * Result of a create: a new or repeated link; an idempotency key used with another body, or still in use; or the
 * own path isn't free; or the daily limit is reached.
 */
export type CreateResult =
  | ({ kind: 'created' | 'repeated' } & LinkLocation)
  | { kind: 'mismatch' }
  | { kind: 'running' }
  | { kind: 'path taken' }
  | { kind: 'too many'; secondsLeft: number }

/** The future owner of a link and its limits. */
export interface Requester extends LinkOwner {
  /** New links and changes a day; `null` for no limit. */
  linksPerDay: number | null
  changesPerDay: number | null
  /** Origin of the new link; `null` for the default origin. */
  linkOrigin: string | null
  /** Whether links open apps, so that new paths have a class. */
  hasApps: boolean
  /** Whether links with own paths open an app; `null` or absent without one. */
  ownPathsOpenApp?: Record<AppPlatform, boolean> | null
  keyName: string
}

export type Creator = ReturnType<typeof createLinkCreator>

interface CreatorOptions {
  /** Returns the host part of the keys of own paths, see `LinkHosts.ownPathHost`. */
  ownPathHost?: (origin: string | null) => string
  /** Lets tests force two links to the same path. */
  identify?: IdentityGenerator
}

/** Returns a function that creates links in a store. */
export function createLinkCreator(store: Store, options: CreatorOptions = {}) {
  const {
    identify = createIdentityGenerator(),
    ownPathHost = (origin: string | null) => (origin === null ? '' : (webHost(origin) ?? '')),
  } = options
  const runningKeys = new Set<string>()

  const toRunningKey = ({ project, environment }: LinkOwner, { key }: IdempotencyUse) =>
    JSON.stringify([project, environment, key])

  async function createOnce(draft: Draft, idempotencyUse: IdempotencyUse) {
    const runningKey = toRunningKey(draft.link, idempotencyUse)
    if (runningKeys.has(runningKey)) return { kind: 'running' } as const
    runningKeys.add(runningKey)
    try {
      return await createWithinLimit(draft)
    } finally {
      runningKeys.delete(runningKey)
    }
  }

  async function createWithinLimit({
    link,
    identify: identifyLink,
    dailyLimit,
  }: Draft): Promise<CreateResult> {
    const result = await countDaily(
      store.terms,
      { kind: 'links', project: link.project, limit: dailyLimit },
      () => insertLink(store, identifyLink, link),
      ({ kind }) => kind === 'created',
    )
    // Repeated creates are answered even above the limit.
    return (
      result ??
      (await findEarlierUse(store, link, link.idempotency)) ?? {
        kind: 'too many',
        secondsLeft: secondsLeftToday(),
      }
    )
  }

  return {
    create: (requester: Requester, request: GenerateRequest, idempotencyUse: IdempotencyUse | null) => {
      const link = unidentifiedLink(requester, request, idempotencyUse)
      const dailyLimit = requester.linksPerDay
      const { path } = request
      const draft =
        path === undefined
          ? { link, identify: requester.hasApps ? withPathClass(identify, link) : identify, dailyLimit }
          : {
              link: { ...link, ownKey: ownPathKey(ownPathHost(link.origin), foldPath(path)) },
              identify: (wasTaken?: boolean) => ({ id: identify(wasTaken).id, path }),
              dailyLimit,
            }
      return idempotencyUse ? createOnce(draft, idempotencyUse) : createWithinLimit(draft)
    },
    /** Returns what a repeated create gets, or that the first one is still running; `null` if the key is new for this body. */
    findRepeated: async (owner: LinkOwner, idempotencyUse: IdempotencyUse): Promise<CreateResult | null> => {
      if (runningKeys.has(toRunningKey(owner, idempotencyUse))) return { kind: 'running' }
      const earlierUse = await findEarlierUse(store, owner, idempotencyUse)
      return earlierUse?.kind === 'repeated' ? earlierUse : null
    },
  }
}

interface Draft {
  link: UnidentifiedLink
  identify: IdentityGenerator
  dailyLimit: number | null
}

function withPathClass(identify: IdentityGenerator, link: UnidentifiedLink): IdentityGenerator {
  return (wasTaken) => {
    const { id, path } = identify(wasTaken)
    return { id, path: addPathClass(path, link) }
  }
}

/** Even two taken paths in a row are very unlikely; more attempts would hide a bug. */
const maxAttempts = 5

async function insertLink(
  store: Store,
  identify: IdentityGenerator,
  link: UnidentifiedLink,
): Promise<CreateResult> {
  const { idempotency: idempotencyUse } = link
  let wasTaken = false
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const createdAt = Date.now()
    const { id, path } = identify(wasTaken)
    // Visits find a generated path first, and it isn't unique together with own ones.
    if (link.ownKey !== null && (await store.findLink(path)) !== null)
      return (await findEarlierUse(store, link, idempotencyUse)) ?? { kind: 'path taken' }
    const insertion = await store.insertLink({ ...link, id, path, createdAt, updatedAt: createdAt })
    if (insertion.kind === 'stored') return { kind: 'created', path, origin: link.origin }
    wasTaken = insertion.kind === 'taken'
    if (wasTaken && (await isPathTaken(store, { ...link, path }))) return { kind: 'path taken' }
    if (insertion.kind === 'taken' || !idempotencyUse) continue
    const earlierResult = toResult(insertion, idempotencyUse, createdAt)
    if (earlierResult) return earlierResult
    await store.releaseIdempotencyKey(link, idempotencyUse.key, createdAt - idempotencyMs)
  }
  throw new Error(`No free link path found in ${maxAttempts} attempts.`)
}

async function findEarlierUse(
  store: Store,
  owner: LinkOwner,
  idempotencyUse: IdempotencyUse | null,
): Promise<CreateResult | null> {
  const earlierUse = idempotencyUse && (await store.findRepeated(owner, idempotencyUse.key))
  return earlierUse && toResult(earlierUse, idempotencyUse, Date.now())
}

/** Returns the result of reusing an idempotency key; `null` if its first use has expired. */
function toResult(
  earlierUse: EarlierCreate,
  idempotencyUse: IdempotencyUse,
  now: number,
): CreateResult | null {
  if (earlierUse.createdAt < now - idempotencyMs) return null
  return earlierUse.requestHash === idempotencyUse.requestHash ? earlierUse : { kind: 'mismatch' }
}

/** Compares bodies by their bytes, not their meaning. */
export function requestHash(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('base64url')
}

/** A link without id and path. */
type UnidentifiedLink = Omit<LinkRow, keyof LinkIdentity | 'createdAt' | 'updatedAt'>

/** Returns the requested link, with defaults for omitted fields (specification 2.4). */
export function unidentifiedLink(
  owner: LinkOwner & Pick<Requester, 'linkOrigin' | 'keyName'>,
  request: GenerateRequest,
  idempotencyUse: IdempotencyUse | null,
): UnidentifiedLink {
  return {
    project: owner.project,
    environment: owner.environment,
    idempotency: idempotencyUse,
    origin: owner.linkOrigin,
    ownKey: null,
    keyName: owner.keyName,
    active: true,
    activeUntil: null,
    erasedAt: null,
    passQuery: null,
    ...linkContent(request),
  }
}

/** Returns the requested content, with defaults for omitted fields (specification 2.4). */
export function linkContent(request: GenerateRequest): LinkContent {
  return {
    title: request.title ?? '',
    subtitle: request.subtitle ?? '',
    data: request.data ?? '{}',
    tags: request.tags ?? '[]',
    ios: appTarget(request.ios_custom_redirect),
    android: appTarget(request.android_custom_redirect),
    desktop: request.desktop_custom_redirect ?? null,
    previewIos: request.show_preview_ios ?? false,
    previewAndroid: request.show_preview_android ?? false,
    image: request.image ?? null,
    tracking: {
      campaign: request.tracking_campaign ?? null,
      source: request.tracking_source ?? null,
      medium: request.tracking_medium ?? null,
    },
  }
}

function appTarget(redirect: GenerateRequest['ios_custom_redirect']): AppTarget | null {
  return redirect ? { url: redirect.url, openApp: redirect.open_app_if_installed ?? true } : null
}
