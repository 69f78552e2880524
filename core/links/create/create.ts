import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { fieldsOf } from '../../../contract/service/link/fields.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { fail, ok, type Result } from '../../../contract/app/problems/result.ts'
import type { Records } from '../../library/records.ts'
import type { Remote } from '../../../sqlite/thread/messages.ts'
import { checkRequestSchemes } from '../../profiles/confirmedSchemes.ts'
import { findProfile, offers } from '../../profiles/profiles.ts'
import type { AnnouncedServices } from '../../library/services.ts'
import type { StoredProfile } from '../../settings/shape.ts'
import { concludeOrUnknown } from '../intents/intents.ts'
import { attemptCreate } from './attemptCreate.ts'
import { concludeCreate, interruptedCompletion } from './conclude.ts'
import { hashSender } from '../intents/senderHash.ts'
import type { LinkServices } from '../linkServices.ts'

export type CreateParts = Pick<
  LinkServices,
  | 'settings'
  | 'schemes'
  | 'destination'
  | 'client'
  | 'records'
  | 'services'
  | 'inFlight'
  | 'longWork'
  | 'reportBug'
>

/** Creates a link. A repeated call with the same id returns the same record and creates no second link. */
export async function createLink(
  parts: CreateParts & Pick<LinkServices, 'applyRules'>,
  input: ParsedInput<'links.create'>,
): Promise<Result<LinkRecord>> {
  const existing = await parts.records.get(input.id)
  // A pending create that isn't running: its result couldn't be saved, for example because the disk was full.
  if (existing?.state === 'pending') await parts.records.end(input.id, interruptedCompletion)
  if (existing) return await readRecord(parts.records, input.id)
  // The removed link may exist at the service, so sending the request again could create a second one.
  if (await parts.records.wasRemoved(input.id)) return fail({ code: 'link_not_in_library' })
  const profile = findProfile(parts.settings, input.profileId)
  if (!profile.ok) return profile
  // Nothing was sent yet, so without a key or a service there is nothing to record.
  const destination = await parts.destination(input.profileId, input.environment)
  if (!destination.ok) return destination
  const afterRules = await parts.applyRules(input.profileId, input.request)
  if (!afterRules.ok) return afterRules
  const offered = limitToOffered(afterRules.value, profile.value, parts.services)
  if (!offered.ok) return offered
  const request = withExplicitOpenApp(offered.value)
  const problem = await checkRequestSchemes(parts, input.profileId, request)
  if (problem) return fail(problem)
  const intent = {
    id: input.id,
    profileId: profile.value.id,
    profileName: profile.value.name,
    environment: input.environment,
    request,
    promotedFrom: input.promotedFrom ?? null,
    createdAt: new Date().toISOString(),
  }
  await parts.records.begin(intent, hashSender(destination.value))
  const pendingCreate = { id: input.id, request }
  return await parts.longWork.during('create', () =>
    concludeOrUnknown('create_unknown', async () => {
      const outcome = await attemptCreate(parts, pendingCreate, destination.value)
      await concludeCreate(parts, pendingCreate, outcome, destination.value)
      return await readRecord(parts.records, input.id)
    }),
  )
}

/**
 * Fails for a path if the service doesn't offer own paths, because it could make a link with another one. Leaves out an image that it
 * doesn't offer, which may be that of a copied link. The form says so.
 */
function limitToOffered(
  request: GenerateRequest,
  profile: StoredProfile,
  services: AnnouncedServices,
): Result<GenerateRequest> {
  if (request.path !== undefined && !offers(profile, services, 'paths'))
    return fail({ code: 'paths_not_offered' })
  if (request.image === undefined || offers(profile, services, 'images')) return ok(request)
  const others = { ...request }
  delete others.image
  return ok(others)
}

/** Returns a link of the library; a problem if it doesn't exist. */
export async function readRecord(
  records: Pick<Remote<Records>, 'get'>,
  id: string,
): Promise<Result<LinkRecord>> {
  const record = await records.get(id)
  return record ? ok(record) : fail({ code: 'link_not_in_library' })
}

/** One known service drops a phone's redirect without this flag, so it is always sent. */
function withExplicitOpenApp(request: GenerateRequest): GenerateRequest {
  const explicitRequest = { ...request }
  for (const field of fieldsOf('appTarget')) {
    const target = request[field]
    if (target) explicitRequest[field] = { open_app_if_installed: true, ...target }
  }
  return explicitRequest
}
