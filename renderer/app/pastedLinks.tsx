import { Button } from '@mantine/core'
import { navigate } from '../session/hashLocation.ts'
import { findPath } from '../../contract/windowPath.ts'
import { toLinkSearch } from '../link/searchText.ts'
import { shorten } from '../ui/shorten.ts'
import { hideToast, replaceToast } from '../ui/toast.ts'
import styles from './shell.module.css'

const toastId = 'pasted-link'
/** In milliseconds. A hovered or focused toast stays. */
const toastDurationMs = 12_000

/** Offers to look up the links in a pasted text; does nothing if there are none. */
export function showPastedLinks(text: string): void {
  const search = toLinkSearch(text)
  if (!search) return
  const { links, omitted } = search
  const [first] = links
  const find = () => {
    hideToast(toastId)
    navigate(findPath(search.text), { state: omitted })
  }
  const message = (
    <span className={styles['offer']}>
      <span>
        {links.length > 1 ? `You pasted ${links.length} links.` : `You pasted ${shorten(first ?? '', 48)}.`}
      </span>
      <Button size="compact-xs" variant="default" onClick={find}>
        {links.length > 1 ? 'Find them' : 'Find it'}
      </Button>
    </span>
  )
  replaceToast({ id: toastId, role: 'status', autoClose: toastDurationMs, message })
}
