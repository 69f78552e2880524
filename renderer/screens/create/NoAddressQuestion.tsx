import { Question } from '../../ui/Question.tsx'

interface NoAddressQuestionProps {
  close: () => void
  create: () => void
}

/** Asks before a link is created from an empty form. Loaded on demand. */
export default function NoAddressQuestion({ close, create }: NoAddressQuestionProps) {
  return (
    <Question
      title="Create a link without an address?"
      close={close}
      answers={[
        { label: 'Create it anyway', choose: create },
        { label: 'Enter an address', choose: close },
      ]}
    >
      The form is empty. The link would work, but it would have no title and lead nowhere.
    </Question>
  )
}
