import { compare } from '../../../contract/app/link/compare.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { parseRemoteLink } from '../../../contract/app/link/remoteLink.ts'
import type { Result } from '../../../contract/app/problems/result.ts'
import type { Destination, LookupResult } from '../../client/client.ts'
import { toStorageProblem } from '../../folder/storageProblem.ts'
import type { LinkServices } from '../linkServices.ts'

export type ReadBackParts = Pick<LinkServices, 'client' | 'records' | 'inFlight' | 'reportBug'>

interface CreatedLink {
  id: string
  path: string
  request: GenerateRequest
}

/** Delays between attempts in milliseconds. With database replicas, a service may not find a new link immediately. */
const retryDelaysMs = [250, 1_000]

/**
 * Reads a new link back and saves it next to the request. Failures are ignored, because the link was created
 * anyway.
 */
export async function readBack(
  parts: ReadBackParts,
  createdLink: CreatedLink,
  destination: Destination,
): Promise<void> {
  try {
    await readAndSave(parts, createdLink, destination)
  } catch (error) {
    if (!toStorageProblem(error)) parts.reportBug('links.readBack', error)
  }
}

async function readAndSave(
  { client, records, inFlight }: ReadBackParts,
  { id, path, request }: CreatedLink,
  destination: Destination,
): Promise<void> {
  const result = await lookupWithRetry({ client, inFlight }, destination, path)
  if (!result.ok) return
  const stored = parseRemoteLink(result.value.link)
  await records.saveReadback(id, {
    answer: result.value.raw,
    differences: compare(request, stored),
    checkedAt: new Date().toISOString(),
  })
}

async function lookupWithRetry(
  { client, inFlight }: Pick<ReadBackParts, 'client' | 'inFlight'>,
  destination: Destination,
  path: string,
): Promise<Result<LookupResult>> {
  for (const wait of retryDelaysMs) {
    const result = await client.lookup(destination, path)
    if (result.ok || result.problem.code !== 'link_not_found') return result
    await inFlight.pause(wait)
  }
  return await client.lookup(destination, path)
}
