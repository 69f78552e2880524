import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../contract/calls.ts'
import { appStateKey } from './app.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'

/** Reads an invitation without sending anything. */
export function useOpenInvitation() {
  // Not kept in the cache: the input has the secret.
  return useMutation({
    gcTime: 0,
    mutationFn: (input: CallInput<'enrolment.open'>) => unwrapResult(call('enrolment.open', input)),
  })
}

/** Asks the service what an invitation is for. */
export function useCheckInvitation() {
  return useMutation({ mutationFn: (id: string) => unwrapResult(call('enrolment.check', { id })) })
}

/** Uses an invitation, which adds a profile and makes it current. */
export function useAcceptInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<'enrolment.accept'>) => unwrapResult(call('enrolment.accept', input)),
    onSuccess: () => client.invalidateQueries({ queryKey: appStateKey }),
  })
}

/** Forgets an invitation. */
export function dismissInvitation(id: string): void {
  void call('enrolment.dismiss', { id })
}
