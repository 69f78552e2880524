import { useSimilar } from '../../api/suggestions.ts'
import { useSettledForm } from '../../link/FormContext.tsx'
import { validateForm } from '../../link/validateForm.ts'

/** In milliseconds: what is alike need not be asked for at every letter. */
const searchDelayMs = 400

/** Links in the library that lead to the same places with the same app data: perhaps one of them is enough. */
export function useSimilarLinks() {
  const { request } = validateForm(useSettledForm(searchDelayMs))
  return useSimilar(request).data ?? []
}
