import { readJson } from '../../contract/service/json/json.ts'
import { fieldNames, linkFields } from '../../contract/service/link/fields.ts'
import { parseRemoteLink, type RemoteLink } from '../../contract/app/link/remoteLink.ts'
import type { LinkRecord } from '../../contract/app/link/record.ts'

type Facts = Pick<LinkRecord, 'request' | 'stored' | 'link' | 'path'>

/**
 * Returns a library link in the shape of a lookup: the service's last answer, or else the request. `null` if a damaged
 * record has neither.
 */
export function linkOfRecord({ request, stored, link, path }: Facts): RemoteLink | null {
  if (stored) return stored
  if (!request) return null
  const members = fieldNames.flatMap((name) => {
    const value = request[name]
    if (value === undefined) return []
    const isJsonText = linkFields[name].kind === 'data' || linkFields[name].kind === 'tags'
    const json = isJsonText && typeof value === 'string' && readJson(value).ok ? value : JSON.stringify(value)
    return [`${JSON.stringify(name)}:${json}`]
  })
  return { ...parseRemoteLink(`{${members.join(',')}}`), access_path: link, path }
}

/** Returns the first address of a link, as stored by the service or else as requested. */
export function firstAddress({ stored, request }: Pick<LinkRecord, 'stored' | 'request'>): string | null {
  const link = stored ?? request
  const targets = [link?.desktop_custom_redirect, link?.ios_custom_redirect, link?.android_custom_redirect]
  return targets.find((target) => target?.url)?.url ?? null
}
