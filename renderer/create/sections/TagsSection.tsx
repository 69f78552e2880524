import { TagsInput } from '@mantine/core'
import { FieldNote } from '../FieldNote.tsx'
import { useField } from '../FormContext.tsx'
import { tagsIn, withTags } from '../tagList.ts'
import { useShownFault } from '../useShownFault.ts'

/** Chips; a comma, Enter or a pasted list makes several. */
export function TagsSection() {
  const [tags, setTags] = useField('tags')
  const { fault, warning } = useShownFault('tags', false)
  const onPaste = (event: React.ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[,;\t\r\n]/.test(text)) return
    event.preventDefault()
    setTags(withTags(tags, tagsIn(text)))
  }
  return (
    <TagsInput
      aria-label="Tags"
      placeholder={tags.length === 0 ? 'Type one and press Enter, or paste a list' : ''}
      value={tags}
      onChange={(next) => setTags(withTags([], next.flatMap(tagsIn)))}
      onPaste={onPaste}
      splitChars={[',']}
      isDuplicate={(tag, known) => known.includes(tag)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={warning ? <FieldNote text={warning} /> : undefined}
      error={fault}
    />
  )
}
