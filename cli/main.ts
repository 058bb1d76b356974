import { main } from "../server/main.ts";

process.exitCode = (await main()) ?? 0;
