import type { FastifyRequest } from 'fastify'
import type { KeyScope } from '../../contract/service/keys/keyScope.ts'
import type { Environment } from '../../contract/service/api/headers.ts'
import { ApiError } from '../http/apiError.ts'
import type { KeyTerms } from '../keys/issue.ts'
import type { KeyPermissions } from '../store/projects/project.ts'

/** Whether keys of a scope may do something: always, or with this permission of the operator. */
type Rule = true | keyof KeyPermissions

/** What keys may do by operation and scope. Those of scope `full` may do everything else, too; others nothing. */
const rules: Readonly<Record<string, Partial<Record<KeyScope, Rule>>>> = {
  generateLink: { 'create-only': true },
  checkPaths: { 'create-only': true },
  retrieveLink: { 'read-only': true },
  retrieveLinks: { 'read-only': true },
  retrieveVisits: { 'read-only': true },
  retrieveVisitLines: { 'read-only': true },
  retrieveHistory: { 'read-only': true },
  retrieveHistories: { 'read-only': true },
  retrieveRules: { 'create-only': true, 'read-only': true },
  listLinks: { 'read-only': 'mayList' },
  inviteColleague: { full: 'mayInvite', 'read-only': 'mayInvite', 'create-only': 'mayInvite' },
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

const permissionSentences: Record<keyof KeyPermissions, string> = {
  mayList: 'This project key may not list links. The operator can allow it with "key allow-list".',
  mayInvite: 'This project key may not invite others. The operator can allow it with "key allow-invite".',
}

/** Throws if the key's scope or environment doesn't allow the request. */
export function rejectForbidden(key: KeyTerms, request: FastifyRequest, environment: Environment): void {
  if (key.environment !== null && key.environment !== environment) {
    throw new ApiError('key_environment', `This project key works only in ${key.environment}.`)
  }
  const { operationId = '' } = request.routeOptions.schema ?? {}
  const rule = rules[operationId]?.[key.scope] ?? key.scope === 'full'
  if (rule === true) return
  if (rule === false) throw new ApiError('key_scope', sentences[key.scope])
  if (key[rule] !== true) throw new ApiError('key_scope', permissionSentences[rule])
}
