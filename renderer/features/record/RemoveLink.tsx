import { ActionIcon, Tooltip } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { commands } from '../../../contract/app/window/commands.ts'
import { showProblem } from '../../api/offerUndo.ts'
import { useCommands } from '../../session/commands.ts'
import { useRemoveLinks } from './useRemoveLinks.ts'

/** Removes the link in view from the library, also as a command. */
export function RemoveLink({ id, removed }: { id: string; removed: () => void }) {
  const removeLinks = useRemoveLinks()
  const removeLink = () =>
    void removeLinks({ ids: [id] })
      .then((isRemoved) => isRemoved && removed())
      .catch(showProblem)
  useCommands({ removeLink })
  const label = commands.removeLink.title
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={36} aria-label={label} onClick={removeLink}>
        <Trash2 size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
