import { useSimilar } from '../../api/suggestions.ts'
import { useSettledForm } from '../../link/FormContext.tsx'
import { inspect } from '../../link/inspect.ts'

/** In milliseconds: what is alike need not be asked for at every letter. */
const pause = 400

/** Links in the library that lead to the same places with the same app data: perhaps one of them is enough. */
export function useSimilarLinks() {
  const { request } = inspect(useSettledForm(pause))
  return useSimilar(request).data ?? []
}
