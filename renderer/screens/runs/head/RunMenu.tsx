import { ActionIcon, Menu } from '@mantine/core'
import { CopyPlus, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { isUnderWay } from '../../../api/runs.ts'
import { shorten } from '../../../ui/shorten.ts'
import { RenameRun } from './RenameRun.tsx'
import { RepeatRun } from './RepeatRun.tsx'
import { useRemoval } from './useRemoval.ts'

/** Shows actions for the whole run. */
export function RunMenu({ run }: { run: Run }) {
  const [asking, setAsking] = useState<'rename' | 'repeat' | null>(null)
  const remove = useRemoval()
  const close = () => setAsking(null)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`More for ${shorten(run.name, 60)}`}>
            <Ellipsis size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Pencil size={15} aria-hidden />} onClick={() => setAsking('rename')}>
            Rename…
          </Menu.Item>
          {run.change === null && (
            <Menu.Item leftSection={<CopyPlus size={15} aria-hidden />} onClick={() => setAsking('repeat')}>
              Repeat as a new run…
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<Trash2 size={15} aria-hidden />}
            disabled={isUnderWay(run)}
            onClick={() => remove(run)}
          >
            Remove from list
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === 'rename' && <RenameRun run={run} close={close} />}
      {asking === 'repeat' && <RepeatRun run={run} close={close} />}
    </>
  )
}
