import type { ParsedInput } from '../../contract/calls.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import { fieldsOf } from '../../contract/link/fields.ts'
import { linkPathIn } from '../../contract/linkPath.ts'
import type { LinkRecord } from '../../contract/record.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Client, Destination, Generated } from '../client/client.ts'
import type { AnnouncedServices } from '../library/services.ts'
import type { Ending, Records } from '../library/records.ts'
import { learnLinkDomain } from '../profiles/learnLinkDomain.ts'
import { profileById } from '../profiles/profiles.ts'
import type { FindDestination } from '../profiles/profiles.ts'
import type { Running } from '../running.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { attemptCreate } from './attempts.ts'
import { readBack } from './readBack.ts'

export interface CreateParts {
  settings: SettingsFile
  destination: FindDestination
  client: Client
  records: Records
  services: AnnouncedServices
  running: Running
  reportBug: (call: string, error: unknown) => void
}

type CreateInput = ParsedInput<'links.create'>

/** Creates links, one for each id: a call for an id that is under way or done answers with the same record. */
export function createCreator(parts: CreateParts): (input: CreateInput) => Promise<Result<LinkRecord>> {
  const underWay = new Map<string, Promise<Result<LinkRecord>>>()
  return (input) => {
    const running = underWay.get(input.id)
    if (running) return running
    const started = parts.running.track(create(parts, input)).finally(() => underWay.delete(input.id))
    underWay.set(input.id, started)
    return started
  }
}

async function create(parts: CreateParts, input: CreateInput): Promise<Result<LinkRecord>> {
  const known = parts.records.get(input.id)
  // It is not under way, so its end could not be written down: a full disk, say.
  if (known?.state === 'pending') parts.records.end(input.id, interrupted)
  if (known) return recorded(parts.records, input.id)
  const profile = profileById(parts.settings, input.profileId)
  if (!profile.ok) return profile
  // Nothing has been sent yet: without a key or a service there is no intent to remember either.
  const to = await parts.destination(input.profileId, input.environment)
  if (!to.ok) return to
  const request = explicit(input.request)
  parts.records.begin({
    id: input.id,
    profileId: profile.value.id,
    profileName: profile.value.name,
    environment: input.environment,
    request,
    promotedFrom: input.promotedFrom ?? null,
    createdAt: new Date().toISOString(),
  })
  await generate(parts, { ...input, request }, to.value)
  return recorded(parts.records, input.id)
}

async function generate(
  parts: CreateParts,
  { id, profileId, request }: CreateInput,
  to: Destination,
): Promise<void> {
  const ending = endingOf(await attemptCreate(parts, { id, request }, to))
  parts.records.end(id, ending)
  // The link is made and written down: a full disk must not make a failure of it.
  if (ending.link !== null) {
    await learnLinkDomain(parts.settings, profileId, ending.link).catch(() => undefined)
  }
  if (ending.path !== null) await readBack(parts, { id, request, path: ending.path }, to)
}

/** How a create ends of which nothing is known but that it was begun. */
export const interrupted: Ending = {
  state: 'unknown',
  link: null,
  path: null,
  problem: {
    code: 'create_unknown',
    detail: 'The app was closed or failed before the answer was written down.',
  },
}

/** How an answer ends the record. An unknown end keeps what happened as its cause. */
export function endingOf(generated: Generated): Ending {
  if (generated.state === 'created') {
    const path = linkPathIn(generated.link)?.path ?? null
    return { state: 'created', link: generated.link, path, problem: null }
  }
  const { state, problem } = generated
  if (state === 'failed') return { state, link: null, path: null, problem }
  const detail = [problem.code, problem.detail].filter(Boolean).join(': ')
  const unknown = { ...problem, code: 'create_unknown', cause: problem.code, detail } as const
  return { state, link: null, path: null, problem: unknown }
}

export function recorded(records: Records, id: string): Result<LinkRecord> {
  const record = records.get(id)
  return record ? ok(record) : fail({ code: 'link_not_in_library' })
}

/** One known service drops a phone's redirect that does not say whether to open the app, so it is always said. */
function explicit(request: GenerateRequest): GenerateRequest {
  const said = { ...request }
  for (const field of fieldsOf('appTarget')) {
    const target = request[field]
    if (target) said[field] = { open_app_if_installed: true, ...target }
  }
  return said
}
