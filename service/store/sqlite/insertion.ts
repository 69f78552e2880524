import type { LinkRow } from '../links.ts'
import { hasOwnPath, ownPathParams } from '../ownPaths.ts'
import { linkParams } from './rows.ts'
import type { SingleWrite, Write } from './writer.ts'

/** Returns the write that stores a link. One with an own path is stored only if that is free. */
export function insertion(link: LinkRow): Write {
  const insertLink: SingleWrite = ['insertLink', ...linkParams(link)]
  if (!hasOwnPath(link)) return insertLink
  const { id, idempotency } = link
  return [['insertOwnPath', ...ownPathParams(link), id, idempotency?.key ?? null], insertLink]
}
