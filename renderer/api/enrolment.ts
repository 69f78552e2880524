import { call } from './call.ts'
import { useCallMutation } from './useCall.ts'

/** Reads an invitation without sending anything. Not cached, because the input contains the secret. */
export function useOpenInvitation() {
  return useCallMutation('enrolment.open', { gcTime: 0 })
}

/** Forgets an invitation. */
export function dismissInvitation(id: string): void {
  void call('enrolment.dismiss', { id })
}
