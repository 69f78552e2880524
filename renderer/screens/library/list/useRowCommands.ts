import { useQueryClient } from '@tanstack/react-query'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import { showProblem } from '../../../api/offerUndo.ts'
import { callQuery } from '../../../api/useCall.ts'
import { useRemoveLinks } from '../../../features/record/useRemoveLinks.ts'
import { formFromRecord, isKnown, nextLinkForm } from '../../../link/formFrom.ts'
import { useStartCopy } from '../../../link/useStartCopy.ts'
import { navigate } from '../../../session/hashLocation.ts'
import { campaignPath, linkPath } from '../../../session/routes.ts'
import { useSession } from '../../../session/Session.tsx'
import { testAddress } from '../../../../contract/service/link/visits.ts'
import { copyText } from '../../../ui/copyText.ts'
import { showToast } from '../../../ui/toast.ts'
import type { RowHandlers } from './RowActions.tsx'
import type { RowCommands } from './RowMenu.tsx'

/** Returns what the commands do with a row of the list. */
export function useRowCommands({ open, qr, star }: Pick<RowHandlers, 'open' | 'qr' | 'star'>): RowCommands {
  const client = useQueryClient()
  const startCopy = useStartCopy()
  const removeLinks = useRemoveLinks()
  const { profiles } = useSession().state
  const copy = async ({ id }: LibraryRow, first: 'source' | undefined) => {
    const record = await client.query(callQuery('links.get', { id })).catch(showProblem)
    if (!record || !isKnown(record)) return
    const form = formFromRecord(record)
    startCopy(record, first === undefined ? form : nextLinkForm(form), first)
  }
  return (row) => {
    const { id, link, campaign, profileId, environment, state } = row
    const countsTests = profiles.find((profile) => profile.id === profileId)?.reportsVisits === true
    const onLink = (run: (address: string) => void) => (link === null ? undefined : () => run(link))
    const isCreated = state === 'created'
    return {
      openRow: () => open(id),
      copyLink: onLink((address) => void copyText(address).then(announceCopy)),
      openPage: isCreated ? () => navigate(linkPath(id)) : undefined,
      visitLink: onLink((address) =>
        window.open(countsTests ? testAddress(address) : address, '_blank', 'noopener'),
      ),
      qrCode: onLink(() => qr(row)),
      starLink: () => star(row),
      openCampaign:
        campaign === null || !isCreated
          ? undefined
          : () => navigate(campaignPath({ name: campaign, profileId, environment })),
      duplicateLink: isCreated ? () => void copy(row, undefined) : undefined,
      similarLink: isCreated ? () => void copy(row, 'source') : undefined,
      removeLink: () => void removeLinks({ ids: [id] }).catch(showProblem),
    }
  }
}

function announceCopy(isCopied: boolean): void {
  showToast({ role: 'status', message: isCopied ? 'Link copied.' : 'Couldn’t copy the link.' })
}
