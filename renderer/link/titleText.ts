import { limits } from '../../contract/service/api/limits.ts'
import { isVisible } from '../../contract/service/text/invisible.ts'
import { shorten } from '../ui/shorten.ts'

/**
 * Returns a link's title as it is shown; the `fallback` if nothing of it is visible. Other services may have longer ones
 * than Linkwright allows, which are shortened.
 */
export function titleText(title: string | null | undefined, fallback = 'Untitled link'): string {
  return isVisible(title ?? '') ? shorten(title ?? '', limits.title) : fallback
}
