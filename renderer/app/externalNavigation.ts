import { commandIds, commands } from '../../contract/app/window/commands.ts'
import { parseNewLinkPath, windowPaths } from '../../contract/app/window/windowPath.ts'
import { commandHandlers } from '../session/commands.ts'
import { navigate } from '../session/hashLocation.ts'
import { openQuickCreate } from '../session/quickCreate.ts'
import { replaceToast } from '../ui/ActionToast.tsx'
import { isDialogOpen } from '../ui/isDialogOpen.ts'
import { hideToast } from '../ui/toast.ts'

const toastId = 'external-navigation'

/** Milliseconds after a key in which the user may still be typing. */
const typingMs = 2_000
let lastKeyAt = -Infinity
addEventListener('keydown', ({ timeStamp }) => (lastKeyAt = timeStamp), true)

/**
 * Opens a path, or runs the command of a path, requested by the menu or another program. While a dialog is open, ignores
 * the menu, and offers what another program passed in a toast; also while the user types, whose next key would be for
 * another form. A form with unsaved input asks itself.
 */
export function openExternalPath(path: string): void {
  // The open invitation dialog shows the next invitation when it is done.
  if (path === windowPaths.invitation && location.hash.slice(1) === path) announceNext()
  else if (isDialogOpen() || (findOffer(path) && performance.now() - lastKeyAt < typingMs)) offerPath(path)
  else follow(path)
}

function follow(path: string): void {
  hideToast(toastId)
  const start = parseNewLinkPath(path)
  const command = commandIds.find((id) => commands[id].path === path)
  const run = start
    ? () => openQuickCreate({ ...start, isForeign: true })
    : command && commandHandlers()[command]
  if (run) run()
  else navigate(path)
}

/** What other programs pass, by the beginning of its path: the offer and its button. */
const offers: readonly (readonly [prefix: string, message: string, label: string])[] = [
  ['/find/', 'Another program asked to look up a link.', 'Find it'],
  [`${windowPaths.newLink}?`, 'Another program asked to create a link.', 'Review it'],
  [windowPaths.invitation, 'Another program opened an invitation.', 'Review it'],
]

const findOffer = (path: string) => offers.find(([prefix]) => path.startsWith(prefix))

function offerPath(path: string): void {
  const offer = findOffer(path)
  if (!offer) return
  const [, message, label] = offer
  replaceToast({ id: toastId, message, autoClose: false, actions: [{ label, run: () => follow(path) }] })
}

function announceNext(): void {
  const message = 'Another program opened an invitation. You’ll see it after this one.'
  replaceToast({ id: toastId, message })
}
