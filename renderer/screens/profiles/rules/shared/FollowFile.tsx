import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCallMutation } from '../../../../api/useCall.ts'
import { ProblemView } from '../../../../ui/problem/ProblemView.tsx'
import styles from './shared.module.css'

/** Asks for the path of a file to follow. Offers to create the file if it doesn't exist. */
export function FollowFile({ profileId, close }: { profileId: string; close: () => void }) {
  const [path, setPath] = useState('')
  const follow = useCallMutation('sharing.follow')
  const send = (create: boolean) =>
    follow.mutate(
      { profileId, path, create },
      { onSuccess: ({ errors }) => (errors.length === 0 ? close() : undefined) },
    )
  const problem = follow.error?.problem
  const errors = follow.data?.errors ?? []
  return (
    <form
      className={styles['follow']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(false)
      }}
    >
      <TextInput
        label="Path of the file"
        description="For example in a Git repository or a shared folder. Linkwright checks it regularly and shows you what changed."
        placeholder="~/team/linkwright-rules.json"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={path}
        error={problem?.fields?.['path'] ?? (errors.length > 0 ? errors.join(' ') : null)}
        onChange={({ currentTarget }) => {
          setPath(currentTarget.value)
          follow.reset()
        }}
      />
      <div className={styles['buttons']}>
        <Button type="submit" size="xs" loading={follow.isPending}>
          Follow
        </Button>
        {follow.data?.isMissing && (
          <Button size="xs" variant="default" onClick={() => send(true)}>
            Create it with my rules, presets and views
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={close}>
          Cancel
        </Button>
      </div>
      {problem && !problem.fields && <ProblemView problem={problem} />}
    </form>
  )
}
