import { call } from './call.ts'
import { useCallMutation } from './useCall.ts'

/** Reads an invitation without sending anything. Not kept in the cache: the input has the secret. */
export function useOpenInvitation() {
  return useCallMutation('enrolment.open', { gcTime: 0 })
}

/** Forgets an invitation. */
export function dismissInvitation(id: string): void {
  void call('enrolment.dismiss', { id })
}
