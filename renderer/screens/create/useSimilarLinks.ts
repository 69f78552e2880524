import { useSimilar } from '../../api/suggestions.ts'
import { useSettledForm } from '../../link/FormContext.tsx'
import { validateForm } from '../../link/validateForm.ts'

/** Delay in milliseconds, so that duplicates are not searched on every keystroke. */
const searchDelayMs = 400

/** Searches library links with the same destinations and app data, which may make a new one unnecessary. */
export function useSimilarLinks() {
  const { request } = validateForm(useSettledForm(searchDelayMs))
  return useSimilar(request)
}
