import {
  inviteHours,
  invitePath,
  inviteRequest,
  inviteResponse,
} from '../../contract/service/keys/enrolment.ts'
import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import { invalidFieldsError } from '../http/apiError.ts'
import { invite } from '../keys/invite.ts'
import { hasWorkingKey, type KeyTerms } from '../keys/issue.ts'
import type { Store } from '../store/store.ts'
import type { Api } from './apiParts.ts'
import { requestKey, requestOwner } from './headerGuard.ts'
import { replaceBody } from './requestBody.ts'
import { withErrors, sendText } from './responses.ts'

/** Adds the invitation of others by a key (specification 4.14), behind the header guard. */
export function inviteRoute(api: Api, { store }: { store: Store }): void {
  api.route({
    method: 'POST',
    url: invitePath,
    schema: {
      operationId: 'inviteColleague',
      summary: 'Invite a colleague',
      description:
        'Creates an invitation for a key of the same project, which never has more permissions than this key, nor the one to invite.',
      body: inviteRequest,
      response: withErrors(inviteResponse, [413, 422]),
    },
    preValidation: replaceBody,
    handler: async (request, reply) => {
      const [{ project }, inviter] = [requestOwner(request), requestKey(request)]
      const { name, scope = inviter.scope, environment = inviter.environment, hours } = request.body
      const mayList = scope !== 'create-only' && (inviter.scope === 'full' || inviter.mayList === true)
      const terms = { name, scope, environment, mayList }
      rejectMore(inviter, terms)
      await rejectTakenName(store, project, name)
      const now = Date.now()
      const expiresAt = now + (hours ?? inviteHours.default) * 3_600_000
      const details = { key_name: name, scope, environment, expires_at: new Date(expiresAt).toISOString() }
      request.isStoring = true
      // Recorded before it is created, so that no invitation is missing in the audit log.
      const what = JSON.stringify({ project, ...details })
      await store.auditLog.record({ who: `key ${inviter.name}`, sudo: null, act: 'key invite', what })
      const invitation = await invite(store, project, { ...terms, invitedBy: inviter.name }, expiresAt)
      return sendText(reply.header('cache-control', 'no-store'), JSON.stringify({ invitation, ...details }))
    },
  })
}

/** Throws if an invited key would have more than its inviter. */
function rejectMore(inviter: KeyTerms, terms: KeyTerms): void {
  const fields: FieldErrors = {}
  if (inviter.scope !== 'full' && terms.scope !== inviter.scope)
    fields['scope'] = `Must be ${inviter.scope}, like the scope of this key.`
  if (inviter.environment !== null && terms.environment !== inviter.environment)
    fields['environment'] = `Must be ${inviter.environment}, like the environment of this key.`
  if (Object.keys(fields).length > 0) throw invalidFieldsError(fields)
}

/** Throws if a working key has the name, because the two could not be told apart. */
async function rejectTakenName(store: Store, project: string, name: string): Promise<void> {
  if (!hasWorkingKey(await store.listKeys(project), name)) return
  throw invalidFieldsError({ name: 'A key of the project already has this name.' })
}
