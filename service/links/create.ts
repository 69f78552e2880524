import { createHash } from 'node:crypto'
import type { GenerateRequest } from '../../contract/generate.ts'
import type { AppTarget } from '../../contract/redirect/engine.ts'
import type { IdempotencyUse, LinkOwner, LinkRow, Store } from '../store/store.ts'
import { identityMaker } from './identity.ts'
import type { IdentityMaker, LinkIdentity } from './identity.ts'

/** How long an idempotency key is remembered. */
export const idempotencyMs = 24 * 60 * 60 * 1_000

/** `path` of the link that now exists; or the idempotency key came before with another body, or is being worked on. */
export type CreateResult = { kind: 'created'; path: string } | { kind: 'mismatch' } | { kind: 'running' }

export interface Creator {
  create: (owner: LinkOwner, request: GenerateRequest, use: IdempotencyUse | null) => Promise<CreateResult>
}

/** Makes links in a store. `identify` is there so that a test can force two links to the same path. */
export function linkCreator(store: Store, identify: IdentityMaker = identityMaker()): Creator {
  const running = new Set<string>()

  async function createOnce(link: UnidentifiedLink, use: IdempotencyUse): Promise<CreateResult> {
    const mark = JSON.stringify([link.project, link.environment, use.key])
    if (running.has(mark)) return { kind: 'running' }
    running.add(mark)
    try {
      return await insert(store, identify, link)
    } finally {
      running.delete(mark)
    }
  }

  return {
    create(owner, request, use) {
      const link = unidentifiedLink(owner, request, use)
      return use ? createOnce(link, use) : insert(store, identify, link)
    },
  }
}

/** A path that is taken twice in a row is already beyond belief; more attempts would only hide a bug. */
const attempts = 5

async function insert(store: Store, identify: IdentityMaker, link: UnidentifiedLink): Promise<CreateResult> {
  const { idempotency: use } = link
  let taken = false
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const createdAt = Date.now()
    const { id, path } = identify(taken)
    const inserted = await store.insertLink({ ...link, id, path, createdAt, updatedAt: createdAt })
    if (inserted.kind === 'stored') return { kind: 'created', path }
    taken = inserted.kind === 'taken'
    if (inserted.kind === 'taken' || !use) continue
    if (inserted.createdAt < createdAt - idempotencyMs) {
      await store.releaseIdempotencyKey(link, use.key, createdAt - idempotencyMs)
    } else if (inserted.requestHash === use.requestHash) {
      return { kind: 'created', path: inserted.path }
    } else {
      return { kind: 'mismatch' }
    }
  }
  throw new Error(`No free link path in ${attempts} attempts.`)
}

/** By which a repeated body is recognised: its bytes, not its meaning. */
export function requestHash(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('base64url')
}

/** A link to which nobody has given an identity yet. */
type UnidentifiedLink = Omit<LinkRow, keyof LinkIdentity | 'createdAt' | 'updatedAt'>

/** The link that a request asks for, with the defaults of omitted fields filled in (specification 2.4). */
export function unidentifiedLink(
  owner: LinkOwner,
  request: GenerateRequest,
  use: IdempotencyUse | null,
): UnidentifiedLink {
  return {
    project: owner.project,
    environment: owner.environment,
    idempotency: use,
    active: true,
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
