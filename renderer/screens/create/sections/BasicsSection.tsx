import { limits } from '../../../../contract/limits.ts'
import { Meter } from '../Meter.tsx'
import { TextField } from '../TextField.tsx'

/** What people read in a chat or a feed before they tap. */
export function BasicsSection() {
  return (
    <>
      <TextField
        name="title"
        path="title"
        label="Title"
        placeholder="Summer sale: 30 % off everything"
        description={<Meter name="title" max={limits.title} />}
      />
      <TextField
        name="subtitle"
        path="subtitle"
        label="Subtitle"
        placeholder="Until Sunday, in the app and in every shop"
        description={<Meter name="subtitle" max={limits.subtitle} />}
      />
    </>
  )
}
