import { Trash2 } from 'lucide-react'
import { commands } from '../../../contract/app/window/commands.ts'
import { showProblem } from '../../api/offerUndo.ts'
import { useCommands } from '../../session/commands.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useRemoveLinks } from './useRemoveLinks.ts'

/** Removes the link in view from the library, also as a command. */
export function RemoveLink({ id, removed }: { id: string; removed: () => void }) {
  const removeLinks = useRemoveLinks()
  const removeLink = () =>
    void removeLinks({ ids: [id] })
      .then((isRemoved) => isRemoved && removed())
      .catch(showProblem)
  useCommands({ removeLink })
  return (
    <IconButton
      variant="default"
      size={36}
      icon={Trash2}
      label={commands.removeLink.title}
      onClick={removeLink}
    />
  )
}
