import { useWindowEvent } from '@mantine/hooks'
import { isDialogOpen } from '../ui/isDialogOpen.ts'
import { findPath, windowPaths } from '../../contract/app/window/windowPath.ts'
import { readAddressLines, readPastedAddress } from '../link/pastedAddress.ts'
import { toLinkSearch } from '../link/searchText.ts'
import { navigate } from '../session/hashLocation.ts'
import { newRunPath } from '../session/routes.ts'
import { openQuickCreate } from '../session/quickCreate.ts'
import { replaceToast } from '../ui/ActionToast.tsx'
import { handOverFile } from '../ui/useDroppedFile.ts'
import { shorten } from '../ui/shorten.ts'

/**
 * Starts a link to a pasted address, or offers to look up pasted links, if nothing else handles the paste; on every
 * screen except *Find*.
 */
export function usePasteOffer(linkHosts: readonly string[]): void {
  useWindowEvent('paste', (event) => {
    if (
      event.defaultPrevented ||
      isInField(event.target) ||
      isDialogOpen() ||
      location.hash.startsWith(`#${windowPaths.find}`)
    )
      return
    const text = event.clipboardData?.getData('text') ?? ''
    if (text !== '') showPastedLinks(text, linkHosts)
  })
}

function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/**
 * Starts a link to a pasted web address. Offers to create links to several, and to look up the links in a pasted text;
 * does nothing if it has neither. `hosts` are the domains of our links.
 */
function showPastedLinks(text: string, hosts: readonly string[]): void {
  const pasted = readPastedAddress(text, hosts)
  if (pasted?.kind === 'address') openQuickCreate({ url: pasted.url })
  const search = pasted?.kind === 'address' ? null : toLinkSearch(text)
  if (!search) return
  const { links, omitted } = search
  const isOne = links.length === 1
  const addresses = pasted ? [] : readAddressLines(text)
  const create = { label: 'Create links to them', run: () => createLinks(addresses) }
  const find = {
    label: isOne ? 'Find it' : 'Find them',
    run: () => navigate(findPath(search.text), { state: omitted }),
  }
  replaceToast({
    id: 'pasted-link',
    message: isOne ? `You pasted ${shorten(links[0] ?? '', 48)}.` : `You pasted ${links.length} links.`,
    actions: addresses.length < 2 ? [find] : [create, find],
  })
}

/** Opens a new run with a row for each address. */
function createLinks(addresses: readonly string[]): void {
  const cells = ['Destination', ...addresses].map((text) => `"${text.replaceAll('"', '""')}"`)
  handOverFile(new File([cells.join('\n')], 'Pasted addresses.csv'))
  navigate(newRunPath)
}
