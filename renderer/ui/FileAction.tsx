import { FileButton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { ActionButton } from './ActionButton.tsx'

interface FileActionProps extends Omit<ComponentProps<typeof ActionButton>, 'onClick'> {
  /** The kinds of files that can be chosen. */
  accept: string
  take: (file: File) => void
}

/** A button that asks for a file. */
export function FileAction({ accept, take, ...button }: FileActionProps) {
  return (
    <FileButton accept={accept} onChange={(file) => file && take(file)}>
      {({ onClick }) => <ActionButton {...button} onClick={onClick} />}
    </FileButton>
  )
}
