import type { FastifyRequest } from 'fastify'
import type { KeyScope } from '../../contract/service/keys/keyScope.ts'
import type { Environment } from '../../contract/service/api/headers.ts'
import { ApiError } from '../http/apiError.ts'
import type { KeyTerms } from '../keys/issue.ts'
import type { KeyPermissions } from '../store/projects/project.ts'

/** The scopes besides `full` that allow each operation. Operations that aren't listed need full scope. */
const allowedScopes: Record<string, readonly KeyScope[]> = {
  generateLink: ['create-only'],
  checkPaths: ['create-only'],
  retrieveLink: ['read-only'],
  retrieveLinks: ['read-only'],
  retrieveVisits: ['read-only'],
  retrieveVisitLines: ['read-only'],
  retrieveHistory: ['read-only'],
  retrieveHistories: ['read-only'],
  retrieveRules: ['create-only', 'read-only'],
}

const sentences: Record<KeyScope, string> = {
  full: 'This project key allows everything.',
  'create-only': 'This project key may only create links, check paths and read rules.',
  'read-only': 'This project key may only look up links, their visits, their history and rules.',
}

/** Throws if the project's keys may not change links, and the request would. */
export function rejectChange(changesOff: boolean, request: FastifyRequest): void {
  if (changesOff && request.routeOptions.schema?.operationId === 'changeLink') {
    throw new ApiError('changes_off', 'The operator does not allow this project to change links.')
  }
}

/** The operations that keys of some scopes need a permission of the operator for. */
const permissions: Record<
  string,
  { scopes: readonly KeyScope[]; permission: keyof KeyPermissions; sentence: string }
> = {
  listLinks: {
    scopes: ['read-only'],
    permission: 'mayList',
    sentence: 'This project key may not list links. The operator can allow it with "key allow-list".',
  },
  inviteColleague: {
    scopes: ['full', 'read-only', 'create-only'],
    permission: 'mayInvite',
    sentence: 'This project key may not invite others. The operator can allow it with "key allow-invite".',
  },
}

/** Throws if the key's scope or environment doesn't allow the request. */
export function rejectForbidden(key: KeyTerms, request: FastifyRequest, environment: Environment): void {
  if (key.environment !== null && key.environment !== environment) {
    throw new ApiError('key_environment', `This project key works only in ${key.environment}.`)
  }
  const { operationId = '' } = request.routeOptions.schema ?? {}
  const needed = permissions[operationId]
  if (needed?.scopes.includes(key.scope)) {
    if (key[needed.permission] === true) return
    throw new ApiError('key_scope', needed.sentence)
  }
  if (key.scope === 'full') return
  if (!allowedScopes[operationId]?.includes(key.scope)) throw new ApiError('key_scope', sentences[key.scope])
}
