import { ActionIcon, Button, FileButton, Textarea, Tooltip } from '@mantine/core'
import { ScanQrCode, Search } from 'lucide-react'
import { useState } from 'react'
import styles from './find.module.css'

interface FindFieldProps {
  /** What is asked at present. */
  asked: string
  /** Asks what was pasted or typed; nothing when it is empty. */
  find: (text: string) => void
  /** Reads the QR code in a picture, and asks what is in it. */
  readPicture: (picture: File) => void
}

/** Pasting into an empty field finds at once; what is typed waits for Enter. An empty field asks nothing. */
export function FindField({ asked, find, readPicture }: FindFieldProps) {
  const { text, setText } = useFieldText(asked)
  const change = (typed: string) => {
    setText(typed)
    if (typed.trim() === '' && asked !== '') find('')
  }
  const onPaste = (event: React.ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text')
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const isReplaced = selectionStart === 0 && selectionEnd === value.length
    if (!isReplaced || pasted.trim() === '') return
    event.preventDefault()
    find(pasted)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (text.trim() !== '') find(text)
  }
  return (
    <form
      role="search"
      className={styles['field']}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') find(text)
      }}
    >
      <Textarea
        className={styles['input'] ?? ''}
        size="md"
        autosize
        minRows={1}
        maxRows={5}
        aria-label="Link, path or text with links in it"
        placeholder="Paste a link, its last part, or any text with links in it"
        leftSection={<Search size={17} aria-hidden />}
        autoFocus={asked === ''}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" size="md">
        Find
      </Button>
      <FileButton accept="image/*" onChange={(file) => file && readPicture(file)}>
        {(props) => (
          <Tooltip label="Open a picture of a QR code">
            <ActionIcon {...props} size={42} variant="default" aria-label="Open a picture of a QR code">
              <ScanQrCode size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </FileButton>
    </form>
  )
}

/** What stands in the field: the question, until something else is typed, and the next one as soon as it is asked. */
function useFieldText(asked: string) {
  const [text, setText] = useState(asked)
  const [shown, setShown] = useState(asked)
  if (shown !== asked) {
    setShown(asked)
    // An empty question is one that was emptied here, perhaps to type the next one: that is not taken away.
    if (asked !== '' || text.trim() !== '') setText(asked)
  }
  return { text, setText }
}
