import { Menu, type MenuItemProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChartLine, Ellipsis, Layers, RefreshCw, Trash2, type LucideIcon } from 'lucide-react'
import { useLocation } from 'wouter'
import { visitLimits } from '../../../../contract/service/link/visits.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { runPath } from '../../../session/routes.ts'
import { useSession } from '../../../session/Session.tsx'
import { useReportsVisits } from '../../../session/useReportsVisits.ts'
import { BarButton } from './BarButton.tsx'
import { nameComparedLinks } from '../../../features/visits/comparedLinks.ts'
import { maxSentById, toSelectedLinks } from './useManyActions.ts'
import type { Selecting } from './useSelection.ts'
import { CompareVisits } from '../../../features/visits/CompareVisits.tsx'
import { showProblem } from '../../../api/offerUndo.ts'
import { QuietText } from '../../../ui/variants.ts'

interface MoreActionsProps {
  selecting: Selecting
  disabled: boolean
  check: () => void
  remove: () => void
}

/** Menu of less frequent actions on the selected links, so that the bar fits on one line. */
export function MoreActions({ selecting, disabled, check, remove }: MoreActionsProps) {
  const compare = useCompare(selecting)
  const repeat = useRepeat(selecting)
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <BarButton icon={Ellipsis} disabled={disabled} title="More actions">
            More
          </BarButton>
        </Menu.Target>
        <Menu.Dropdown>
          {compare.offered && (
            <Action
              icon={ChartLine}
              label="Compare visits…"
              {...(compare.tooMany && { note: compareLimitText })}
              disabled={compare.tooMany}
              onClick={compare.open}
            />
          )}
          <Action
            icon={Layers}
            label="Create similar links…"
            note={repeat.tooMany ? repeatLimitText : 'Opens a bulk run. Nothing is sent yet.'}
            disabled={repeat.tooMany || repeat.isPending}
            onClick={repeat.start}
          />
          <Action icon={RefreshCw} label="Check for changes" onClick={check} />
          <Menu.Divider />
          <Action
            icon={Trash2}
            label="Delete from the library"
            note="The links keep working on the service."
            c="var(--bad-text)"
            onClick={remove}
          />
        </Menu.Dropdown>
      </Menu>
      {compare.dialog}
    </>
  )
}

type ActionProps = Omit<MenuItemProps, 'children'> & {
  icon: LucideIcon
  label: string
  note?: string
  onClick: () => void
}

function Action({ icon: Icon, label, note, ...item }: ActionProps) {
  return (
    <Menu.Item {...item} leftSection={<Icon size={14} />}>
      {label}
      {note && (
        <QuietText span display="block" fz="xs">
          {' '}
          {note}
        </QuietText>
      )}
    </Menu.Item>
  )
}

/** Compares the visits of the selected links. Hidden if no service reports visits. */
function useCompare({ selection, count }: Selecting) {
  const [opened, { open, close }] = useDisclosure(false)
  const offered = useReportsVisits() && count > 1
  const links = selection.kind === 'links' ? [...selection.links.values()] : null
  const tooMany = links === null || count > visitLimits.paths
  return {
    ...{ offered, tooMany, open },
    dialog: offered && !tooMany && (
      <CompareVisits links={nameComparedLinks(links)} opened={opened} close={close} />
    ),
  }
}

const compareLimitText = `Up to ${visitLimits.paths} links, chosen one by one or as a range`

/** Opens a bulk run with one row for each selected link, to edit and create again. */
function useRepeat({ selection }: Selecting) {
  const { current } = useSession()
  const [, go] = useLocation()
  const prepare = useRunMutation('runs.prepare')
  const which = toSelectedLinks(selection)
  return {
    tooMany: 'ids' in which && which.ids.length > maxSentById,
    isPending: prepare.isPending,
    start: () => {
      const id = crypto.randomUUID()
      const { profile, environment } = current
      prepare.mutate(
        { id, profileId: profile.id, environment, source: { kind: 'links', which } },
        { onSuccess: () => go(runPath(id, 'columns')), onError: showProblem },
      )
    },
  }
}

const repeatLimitText = `Up to ${maxSentById.toLocaleString()} at a time`
