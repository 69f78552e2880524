import type { FastifyRequest } from 'fastify'
import { headers } from '../../contract/service/api/headers.ts'
import { ApiError } from '../http/apiError.ts'
import type { StoredLink } from '../store/links/links.ts'
import { tagList } from '../http/entityTags.ts'
import { readHeader } from './headerGuard.ts'

/** Returns the strong entity tag of a link's state (RFC 9110, section 8.8.3). Every change results in a new tag. */
export function entityTag({ updatedAt }: Pick<StoredLink, 'updatedAt'>): string {
  return `"${updatedAt.toString(36)}"`
}

/**
 * Returns whether a link is in a state that the required `If-Match` header names. A weak entity tag never matches
 * (RFC 9110). `*` is refused because it would overwrite changes by others.
 */
export function readIfMatch(request: FastifyRequest): (link: StoredLink) => boolean {
  const value = readHeader(request, headers.ifMatch)?.trim() ?? ''
  if (value === '' || value === '*') {
    throw new ApiError(
      'precondition_required',
      'The If-Match header must contain the ETag from the lookup of the link, so that changes by others are not overwritten.',
    )
  }
  if (!tagList.test(value)) {
    throw new ApiError(
      'malformed_request',
      'The If-Match header contains no entity tag. Send the ETag including its quotes.',
    )
  }
  const tags = new Set(value.match(/(?:W\/)?"[^"]*"/g))
  return (link) => tags.has(entityTag(link))
}
