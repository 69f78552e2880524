import { createHash } from 'node:crypto'
import type { GenerateRequest } from '../../contract/generate.ts'
import type { AppTarget } from '../../contract/redirect/engine.ts'
import type { IdempotencyUse, LinkContent, LinkOwner, LinkRow } from '../store/links.ts'
import type { Repeated, Store } from '../store/store.ts'
import { StoreUnavailableError } from '../store/storeErrors.ts'
import type { LinkLocation } from './address.ts'
import { addPathClass } from './pathClass.ts'
import { DailyLinks } from './dailyLinks.ts'
import { createIdentityGenerator } from './identity.ts'
import type { IdentityGenerator, LinkIdentity } from './identity.ts'

/** How long an idempotency key is valid, in milliseconds. */
export const idempotencyMs = 24 * 60 * 60 * 1_000

/**
 * Result of a create: a new or repeated link; an idempotency key used with another body, or still in use; or the
 * daily limit is reached.
 */
export type CreateResult =
  | ({ kind: 'created' | 'repeated' } & LinkLocation)
  | { kind: 'mismatch' }
  | { kind: 'running' }
  | { kind: 'too many'; secondsLeft: number }

/** The future owner of a link and its limits. */
export interface Requester extends LinkOwner {
  /** `null` for no limit. */
  linksPerDay: number | null
  /** Origin of the new link; `null` for the default origin. */
  linkOrigin: string | null
  /** Whether links open apps, so that new paths have a class. */
  hasApps: boolean
  /** Name of the key that creates it. */
  keyName: string
}

export interface Creator {
  create: (
    requester: Requester,
    request: GenerateRequest,
    use: IdempotencyUse | null,
  ) => Promise<CreateResult>
}

interface CreatorOptions {
  /** Counts links of projects with a daily limit. */
  daily?: DailyLinks
  /** Lets tests force two links to the same path. */
  identify?: IdentityGenerator
}

/** Returns a function that creates links in a store. */
export function createLinkCreator(store: Store, options: CreatorOptions = {}): Creator {
  const { daily = new DailyLinks(store.terms), identify = createIdentityGenerator() } = options
  const running = new Set<string>()

  async function createOnce(draft: Draft, use: IdempotencyUse) {
    const { link } = draft
    const runningKey = JSON.stringify([link.project, link.environment, use.key])
    if (running.has(runningKey)) return { kind: 'running' } as const
    running.add(runningKey)
    try {
      return await createWithin(draft)
    } finally {
      running.delete(runningKey)
    }
  }

  async function createWithin({ link, identify: make, dailyLimit }: Draft): Promise<CreateResult> {
    if (dailyLimit === null) return await insertLink(store, make, link)
    const count = await daily.take(link.project, dailyLimit)
    // Repeated creates are answered even above the limit.
    if (!count)
      return (await findEarlierUse(store, link)) ?? { kind: 'too many', secondsLeft: daily.secondsLeft }
    const result = await insertLink(store, make, link).catch((error: unknown) => {
      if (error instanceof StoreUnavailableError && error.nothingStored) daily.refund(count)
      throw error
    })
    if (result.kind !== 'created') daily.refund(count)
    return result
  }

  return {
    create(requester, request, use) {
      const link = unidentifiedLink(requester, request, use)
      const dailyLimit = requester.linksPerDay
      const draft = { link, identify: requester.hasApps ? withClass(identify, link) : identify, dailyLimit }
      return use ? createOnce(draft, use) : createWithin(draft)
    },
  }
}

/** A link to create. */
interface Draft {
  link: UnidentifiedLink
  identify: IdentityGenerator
  dailyLimit: number | null
}

function withClass(identify: IdentityGenerator, link: UnidentifiedLink): IdentityGenerator {
  return (again) => {
    const { id, path } = identify(again)
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
  const { idempotency: use } = link
  let taken = false
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const createdAt = Date.now()
    const { id, path } = identify(taken)
    const inserted = await store.insertLink({ ...link, id, path, createdAt, updatedAt: createdAt })
    if (inserted.kind === 'stored') return { kind: 'created', path, origin: link.origin }
    taken = inserted.kind === 'taken'
    if (inserted.kind === 'taken' || !use) continue
    const earlier = toResult(inserted, use, createdAt)
    if (earlier) return earlier
    await store.releaseIdempotencyKey(link, use.key, createdAt - idempotencyMs)
  }
  throw new Error(`No free link path found in ${maxAttempts} attempts.`)
}

async function findEarlierUse(store: Store, link: UnidentifiedLink): Promise<CreateResult | null> {
  const { idempotency: use } = link
  const repeated = use && (await store.findRepeated(link, use.key))
  return repeated && toResult(repeated, use, Date.now())
}

/** Returns the result of reusing an idempotency key; `null` if its first use has expired. */
function toResult(earlier: Repeated, use: IdempotencyUse, now: number): CreateResult | null {
  if (earlier.createdAt < now - idempotencyMs) return null
  return earlier.requestHash === use.requestHash ? earlier : { kind: 'mismatch' }
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
  use: IdempotencyUse | null,
): UnidentifiedLink {
  return {
    project: owner.project,
    environment: owner.environment,
    idempotency: use,
    origin: owner.linkOrigin,
    keyName: owner.keyName,
    active: true,
    activeUntil: null,
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
