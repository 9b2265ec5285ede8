import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'

export default defineCommand(
  'completion',
  (builder: Argv) =>
    builder
      .positional('shell', {
        choices: ['bash', 'zsh', 'fish'] as const,
        demandOption: true,
        describe: 'Shell that you use'
      })
      .example([
        ['tenure completion bash >> ~/.bashrc', 'install it for bash'],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: zsh reads it
        ['tenure completion zsh > "${fpath[1]}/_tenure"', 'install it for zsh'],
        ['tenure completion fish > ~/.config/fish/completions/tenure.fish', 'install it for fish']
      ]),
  () => import('../run/completion.ts')
)
