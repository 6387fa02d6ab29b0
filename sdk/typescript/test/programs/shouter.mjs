#!/usr/bin/env node
import { Agent } from "../../dist/index.js";

const agent = new Agent("agent:shouter");
agent.onChat(async (message) => `${message.text.toUpperCase()}!`);
await agent.run();
