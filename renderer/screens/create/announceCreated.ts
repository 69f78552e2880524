import type { QueryClient } from '@tanstack/react-query'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { request } from '../../api/call.ts'
import { offerUndo } from '../../api/offerUndo.ts'
import { ProblemError } from '../../api/problemError.ts'
import { invalidateAfter } from '../../api/useCall.ts'
import { navigate } from '../../session/hashLocation.ts'
import { linkPath } from '../../session/routes.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { replaceToast } from '../../ui/ActionToast.tsx'
import { shorten } from '../../ui/shorten.ts'
import { copyText } from '../../ui/copyText.ts'

/** Copies a new link and says so, with *Open* and, if its service supports changes, *Undo*, which switches it off. */
export async function announceCreated(
  client: QueryClient,
  { id, link }: LinkRecord,
  { canChangeLinks }: SavedProfile,
): Promise<void> {
  const isCopied = link !== null && (await copyText(link))
  const message = isCopied ? 'Link created and copied.' : 'Link created. It couldn’t be copied.'
  const action = { label: 'Open', run: () => navigate(linkPath(id)) }
  const undone = 'Link switched off. It stays in Links.'
  if (canChangeLinks) offerUndo({ message, action, undo: () => switchOff(client, id), undone })
  else replaceToast({ id: `created-${id}`, message, actions: [action] })
}

/** Says that a link was created after its form was left, and offers to copy it. */
export function announceCreatedLater({ id, link }: LinkRecord): void {
  if (link === null) return
  const message = `Link created: ${shorten(link, 60)}`
  const actions = [{ label: 'Copy', run: () => void copyText(link) }]
  replaceToast({ id: `created-${id}`, message, actions })
}

async function switchOff(client: QueryClient, link: string): Promise<void> {
  const { version } = await request('changes.read', { link })
  const patch = { active: false }
  const { change } = await request('changes.send', { id: crypto.randomUUID(), link, version, patch })
  await invalidateAfter(client, 'changes.send')
  if (change.problem) throw new ProblemError(change.problem)
}
