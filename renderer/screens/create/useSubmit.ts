import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { isObject } from '../../../contract/service/json/json.ts'
import { fieldNames } from '../../../contract/service/link/fields.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { toRequest } from '../../link/form.ts'
import type { FormRules } from '../../link/formRules.ts'
import { useSubmission } from '../../link/useSubmission.ts'
import type { Current } from '../../session/currentProfile.ts'
import { announceCreatedLater } from './announceCreated.ts'
import type { DraftSession } from './draftSession.ts'

export type Submit = ReturnType<typeof useSubmit>

/**
 * A draft has one intent for all profiles, because sending it with another profile doesn't settle an uncertain link.
 */
const draftIntent = 'draft'

/**
 * Creates the link of a draft. The intent is saved with the draft until the outcome is known. If the form was changed
 * since the request was sent, the draft is kept.
 */
export function useSubmit(
  current: Current,
  draft: DraftSession,
  rules: FormRules | null,
  onCreated: (record: LinkRecord) => void,
) {
  const intent = draft.intent()
  const { send, ...controls } = useSubmission({
    ...(intent !== null && { intents: { [draftIntent]: intent } }),
    onIntents: (intents) => draft.setIntent(intents[draftIntent] ?? null),
    onCreated: (record) => {
      draft.discard()
      onCreated(record)
    },
    onCreatedLater: (record) => {
      draft.discard()
      announceCreatedLater(record)
    },
    isOutdated: ({ request }) => {
      const now = toRequest(draft.store.get())
      return request !== null && !isEqual(request, rules?.request(now) ?? now)
    },
  })
  const target = { profileId: current.profile.id, environment: current.environment }
  return { send: (request: GenerateRequest) => send(draftIntent, { ...target, request }), ...controls }
}

/** Returns whether two requests have the same fields, in any order. */
function isEqual(one: GenerateRequest, other: GenerateRequest): boolean {
  const toText = (value: unknown) =>
    JSON.stringify(isObject(value) ? Object.entries(value).toSorted() : value)
  return fieldNames.every((name) => toText(one[name]) === toText(other[name]))
}
