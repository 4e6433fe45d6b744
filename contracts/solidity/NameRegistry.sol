// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Answers as the registry of ENS does: who owns a name's node, and which resolver knows its records. It obeys
/// anyone: for local chains only.
contract NameRegistry {
    event Transfer(bytes32 indexed node, address owner);
    event NewResolver(bytes32 indexed node, address resolver);
    event NewTTL(bytes32 indexed node, uint64 ttl);

    mapping(bytes32 node => address) public owner;
    mapping(bytes32 node => address) public resolver;
    mapping(bytes32 node => uint64) public ttl;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    function setRecord(bytes32 node, address owner_, address resolver_, uint64 ttl_) external {
        owner[node] = owner_;
        resolver[node] = resolver_;
        ttl[node] = ttl_;
        emit Transfer(node, owner_);
        emit NewResolver(node, resolver_);
        emit NewTTL(node, ttl_);
    }

    function recordExists(bytes32 node) external view returns (bool) {
        return owner[node] != address(0);
    }
}
