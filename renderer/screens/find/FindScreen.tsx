import { Search } from 'lucide-react'
import { useMemo } from 'react'
import { useLocation, useParams } from 'wouter'
import { linksIn } from '../../../contract/pastedLinks.ts'
import { findPath, windowPaths } from '../../../contract/windowPath.ts'
import { askedPlaceIn, questionIn } from '../../session/routes.ts'
import { Empty } from '../../ui/Empty.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { FindField } from './FindField.tsx'
import { ManyLinks } from './many/ManyLinks.tsx'
import { OneLink } from './OneLink.tsx'
import { questionOf } from './question.ts'
import styles from './find.module.css'

/** One field that takes anything with links in it, and says what they are. */
export default function FindScreen() {
  const parameters = useParams<{
    text?: string
    profile?: string
    environment?: string
    other?: string
  }>()
  const text = questionIn(parameters.text ?? '')
  const { links } = useMemo(() => linksIn(text), [text])
  const [, go] = useLocation()
  const find = (pasted: string) => {
    const question = questionOf(pasted)
    go(question.text === '' ? windowPaths.find : findPath(question.text), { state: question.left })
  }
  const [link, second] = links
  const asked = askedPlaceIn(parameters)
  return (
    <div className={styles['screen']}>
      <FindField asked={text} find={find} />
      {text === '' && (
        <Empty icon={Search} title="What does this link do?">
          Paste a link, its last part, or a whole line from an email. You’ll see what it is, where it sends
          each visitor, and everything the service has stored.
        </Empty>
      )}
      {text !== '' && !link && <ProblemView problem={{ code: 'no_path_found' }} />}
      {link && !second && (
        <OneLink text={text} link={link} asked={asked} other={questionIn(parameters.other ?? '')} />
      )}
      {second && <ManyLinks text={text} links={links} asked={asked} />}
    </div>
  )
}
