import type { GenerateRequest } from '../../../contract/generate.ts'
import { useFormRules } from '../../link/useFormRules.ts'

/** Returns a request as it is sent in a profile: with the values that its rules write otherwise. */
export function useRuledRequest(profileId: string, request: GenerateRequest): GenerateRequest {
  return useFormRules(profileId)?.request(request) ?? request
}
