import { ActionIcon, Menu, Modal, TextInput } from '@mantine/core'
import { CopyPlus, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { isUnderWay, useRunAction } from '../../../api/runs.ts'
import { runPath } from '../../../session/routes.ts'
import { DialogForm } from '../../../ui/forms/DialogForm.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { Question } from '../../../ui/Question.tsx'
import { shorten } from '../../../ui/shorten.ts'
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
            <Ellipsis size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Pencil size={15} />} onClick={() => setAsking('rename')}>
            Rename…
          </Menu.Item>
          {run.change === null && (
            <Menu.Item leftSection={<CopyPlus size={15} />} onClick={() => setAsking('repeat')}>
              Repeat as a new run…
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<Trash2 size={15} />}
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

/** Asks for a run's new name. */
function RenameRun({ run, close }: { run: Run; close: () => void }) {
  const [name, setName] = useState(run.name)
  const change = useRunAction('runs.change')
  const submit = () => change.mutate({ id: run.id, name }, { onSuccess: close })
  return (
    <Modal opened onClose={close} title="Rename the run">
      <DialogForm
        submit={submit}
        cancel={close}
        label="Rename"
        isPending={change.isPending}
        disabled={name.trim() === ''}
      >
        <TextInput
          label="Name"
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  )
}

/** Asks before a new run is prepared from a run's rows. */
function RepeatRun({ run, close }: { run: Run; close: () => void }) {
  const repeat = useRunAction('runs.repeat')
  const [, go] = useLocation()
  const { created, unknown } = run.counts
  const start = () =>
    repeat.mutate(
      { id: run.id, as: crypto.randomUUID() },
      {
        onSuccess: ({ id }) => {
          close()
          go(runPath(id, 'columns'))
        },
      },
    )
  return (
    <Question title="Repeat this run?" close={close} main={{ label: 'Open a new run', choose: start }}>
      <p>
        A new run gets the same rows and the same columns. Nothing is sent until you start it, and you can
        change everything before.
      </p>
      {created + unknown > 0 && (
        <p>
          When you start it, {formatCount(created + unknown, 'row')} that{' '}
          {created + unknown === 1 ? 'has' : 'have'} a link already{unknown > 0 ? ', or may have one,' : ''}{' '}
          would get another one.
        </p>
      )}
    </Question>
  )
}
